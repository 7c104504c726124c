import { modeLrgb, modeRgb, useMode as withMode, wcagContrast } from 'culori/fn';

// Only the two ways of writing a colour that the figure needs: the rest of the library stays out of the page.
withMode(modeRgb);
withMode(modeLrgb);

/** WCAG 2.2 AA: what a text must have against its ground. */
export const FOR_TEXT = 4.5;

/** The page of each theme, and what is written on a button: as in the theme of the app. */
export const grounds = { light: '#f8fafc', dark: '#0b1120', white: '#ffffff', ink: '#0b1120' } as const;

/** What is typed as a colour, with its #: "#2563eb". Nothing for what is none. */
export function hexColour(typed: string): string | undefined {
  const digits = /^#?([0-9a-f]{6})$/i.exec(typed.trim())?.[1];
  return digits && `#${digits.toLowerCase()}`;
}

/** From 1 (the same) to 21 (black on white), as WCAG 2 counts. Both `#rrggbb`. */
export const contrastOf = (one: string, other: string): number => wcagContrast(one, other);

/** The figure as a person reads it, never rounded up to a pass: 4.499 is "4.4:1". */
export const contrastWords = (ratio: number): string => `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`;

export type ContrastCheck = { place: string; ratio: number; passes: boolean };

/** How a chosen colour is read where the product puts it: under the words of a button, and as words on either page. */
export function checkContrast(colour: string): ContrastCheck[] {
  const check = (place: string, against: string): ContrastCheck => {
    const ratio = contrastOf(colour, against);
    return { place, ratio, passes: ratio >= FOR_TEXT };
  };
  return [
    check('White text on it', grounds.white),
    check('As text on the light page', grounds.light),
    check('As text on the dark page', grounds.dark),
  ];
}
