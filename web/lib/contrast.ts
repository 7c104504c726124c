import { modeLrgb, modeOklch, modeRgb, useMode as withMode, wcagContrast } from 'culori/fn';

// Only the ways of writing a color that are needed here: the rest of the library stays out of the page.
withMode(modeRgb);
withMode(modeLrgb);
const oklch = withMode(modeOklch);

/** The typed color with its #: "#2563eb". Undefined if it isn't a color. */
export function hexColor(typed: string): string | undefined {
  const digits = /^#?([0-9a-f]{6})$/i.exec(typed.trim())?.[1];
  return digits && `#${digits.toLowerCase()}`;
}

/** From 1 (the same) to 21 (black on white), as WCAG 2 counts. Both `#rrggbb`. */
export const contrastOf = (one: string, other: string): number => wcagContrast(one, other);

/** The figure as a person reads it, never rounded up to a pass: 4.499 is "4.4:1". */
export const contrastWords = (ratio: number): string => `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`;

/** Lightness from 0 to 1, chroma (grey is 0) and hue in degrees, as the eye judges them (OKLCH). */
export function looksOf(color: string): { lightness: number; chroma: number; hue: number } {
  const { l, c, h = 0 } = oklch(color)!;
  return { lightness: l, chroma: c, hue: h };
}
