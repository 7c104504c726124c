import { clampChroma, converter, formatHex, wcagContrast, type Oklch } from 'culori';
import { escapeHtml } from '#api/lib/html.ts';

export const hexColor = /^#[0-9a-fA-F]{6}$/;
export const hexColorMessage = { message: 'Enter the color as # and six digits, such as #3b82f6' };

/** An administrator's colors, as `#rrggbb`. The product itself has no accent color. */
export interface BrandColors {
  primaryColor: string;
  secondaryColor: string;
  accentColor?: string;
}

/** CSS variables of one theme: `--nl-brand-solid` → `#3b82f6`. */
export type BrandTheme = Record<`--nl-${string}`, string>;

export interface BrandThemes {
  light: BrandTheme;
  dark: BrandTheme;
}

/** Contrast ratios of WCAG 2.2 AA for text (1.4.3) and for controls (1.4.11). */
const forText = 4.5;
const forParts = 3;

/** Documented defaults (specification 2, section 9), used when a stored value isn't a color. */
const defaults = { primaryColor: '#3b82f6', secondaryColor: '#64748b', accentColor: '#10b981' };

/** A theme: its background colors, and whether unreadable colors get lighter or darker. */
interface ThemeSurface {
  grounds: readonly string[];
  /** OKLCH lightness at that extreme. */
  end: 0 | 1;
  /** Lightness of a gray with enough contrast. */
  plain: number;
  /** Lightness and maximum chroma of the tints, from the subtlest. */
  tints: { subtle: [number, number]; muted: [number, number]; border: [number, number] };
}

/** `bg`, `bg.panel`, `bg.subtle` and `bg.muted` of the web theme. */
const themes: Record<keyof BrandThemes, ThemeSurface> = {
  light: {
    grounds: ['#f8fafc', '#ffffff', '#f1f5f9', '#e9eef5'],
    end: 0,
    plain: 0.3,
    tints: { subtle: [0.97, 0.015], muted: [0.93, 0.034], border: [0.86, 0.063] },
  },
  dark: {
    grounds: ['#0b1120', '#111a2e', '#16213a', '#1b2842'],
    end: 1,
    plain: 0.92,
    tints: { subtle: [0.27, 0.065], muted: [0.32, 0.09], border: [0.41, 0.12] },
  },
};

/**
 * Palette of one color in one theme, in the web theme's terms: `solid` is a button, and `contrast` its text.
 */
type Palette = Record<'solid' | 'hover' | 'contrast' | 'fg' | 'subtle' | 'muted' | 'border', string>;

/** Text colors on a brand color, in order of preference. Either black or white is always readable. */
const inks = ['#ffffff', '#0b1120', '#000000'] as const;

/**
 * Maximum OKLCH lightness that a color loses for white text. A yellow would need more and turn brown, so it stays bright
 * and has dark text.
 */
const mostForWhite = 0.18;

const oklch = converter('oklch');

/**
 * CSS variables of both themes. A chosen color stays exact where it is readable. Otherwise it gets darker in
 * the light theme and lighter in the dark one, keeping its hue, by as little as needed. As a background, it gets
 * darker for white text in both.
 */
export function brandThemes(colors: BrandColors): BrandThemes {
  return { light: themeOf(themes.light, colors), dark: themeOf(themes.dark, colors) };
}

/** The variables as CSS for a page's head. Contains only our own names and `#rrggbb`. */
export function brandStyle(colors: BrandColors): string {
  const { light, dark } = brandThemes(colors);
  const block = (face: BrandTheme) =>
    Object.entries(face)
      .map(([name, value]) => `${name}:${value}`)
      .join(';');
  return `:root{${block(light)}}.dark{${block(dark)}}`;
}

function themeOf(theme: ThemeSurface, colors: BrandColors): BrandTheme {
  const named = {
    brand: paletteOf(theme, chosen(colors, 'primaryColor')),
    secondary: paletteOf(theme, chosen(colors, 'secondaryColor')),
    accent: paletteOf(theme, chosen(colors, 'accentColor')),
  };
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, palette]) =>
      Object.entries(palette).map(([part, value]) => [`--nl-${name}-${part}`, value]),
    ),
  );
}

const chosen = (colors: BrandColors, name: keyof BrandColors): string => {
  const value = colors[name];
  return typeof value === 'string' && hexColor.test(value) ? value.toLowerCase() : defaults[name];
};

function paletteOf({ grounds, end, plain, tints }: ThemeSurface, chosen: string): Palette {
  const isSeen = isReadable(forParts, grounds);
  // A gray that moved only as far as needed would look like a disabled button, so move it all the way.
  const color = isSeen(chosen) || !isGrey(chosen) ? chosen : hexOf({ ...(oklch(chosen) as Oklch), l: plain });
  const solid = filled(shifted(color, end, isSeen));
  const contrast = inks.find((ink) => wcagContrast(ink, solid) >= forText)!;
  const subtle = tint(color, tints.subtle);
  const quiet = tint(color, tints.muted);
  const isText = isReadable(forText, [...grounds.slice(0, -1), subtle]);
  const fg = isText(color) ? color : shifted(color, end, isReadable(forText, [...grounds, subtle, quiet]));
  // If the color stays exact, the hover background moves instead.
  const muted = shifted(quiet, end === 0 ? 1 : 0, isReadable(forText, [fg]));
  return {
    solid,
    // Move away from the text color, which increases the contrast.
    hover: moved(solid, contrast === '#ffffff' ? -0.06 : 0.06),
    contrast,
    fg,
    subtle,
    muted,
    border: tint(color, tints.border),
  };
}

/** Darkens a color until white text on it is readable, unless that would make it another color. */
function filled(color: string): string {
  const dark = shifted(color, 0, isReadable(forText, [inks[0]]));
  return (oklch(color) as Oklch).l - (oklch(dark) as Oklch).l <= mostForWhite ? dark : color;
}

/** OKLCH chroma below which a color looks gray. */
const isGrey = (hex: string): boolean => (oklch(hex) as Oklch).c < 0.03;

const isReadable = (ratio: number, others: readonly string[]) => (hex: string) =>
  others.every((other) => wcagContrast(hex, other) >= ratio);

/** Returns the color if it passes, or the nearest lightness towards `end` that does. */
function shifted(color: string, end: 0 | 1, passes: (hex: string) => boolean): string {
  if (passes(color)) return color;
  const from = oklch(color) as Oklch;
  let [fails, holds] = [from.l, end as number];
  for (let step = 0; step < 16; step += 1) {
    const middle = (fails + holds) / 2;
    if (passes(hexOf({ ...from, l: middle }))) holds = middle;
    else fails = middle;
  }
  return hexOf({ ...from, l: holds });
}

function moved(color: string, by: number): string {
  const from = oklch(color) as Oklch;
  return hexOf({ ...from, l: Math.min(1, Math.max(0, from.l + by)) });
}

/** A subtle background in the color's hue, and never more saturated than it. */
function tint(color: string, [l, most]: [number, number]): string {
  const from = oklch(color) as Oklch;
  return hexOf({ ...from, l, c: Math.min(from.c, most) });
}

/** Nearest displayable color, reducing chroma rather than changing lightness. */
const hexOf = (color: Oklch): string => formatHex(clampChroma(color, 'oklch'));

interface Branding {
  platformName: string;
  supportEmail?: string | null;
  logoUrl?: string | null;
  faviconUrl?: string | null;
  footerText: string;
}

/** Product name in the built page. */
const builtName = 'Netlantern';

/**
 * Inserts name, icon and colors into the app's page before any script runs, and the same data for scripts to
 * read (`#platform`). `style` comes from `brandStyle`. Custom CSS never applies behind sign-in.
 */
export function brandedPage(page: string, branding: Branding, style: string): string {
  const { platformName, faviconUrl } = branding;
  const head = `<style id="brand">${style}</style>${platformData(branding)}`;
  const named = page.replaceAll(builtName, () => escapeHtml(platformName));
  const icon = faviconUrl && `<link rel="icon" href="${escapeHtml(faviconUrl)}" />`;
  return (icon ? named.replace(/<link\s+rel="icon"[^>]*>/, () => icon) : named).replace(
    // Before the scripts, so that nothing is painted in other colors first.
    /<script|<\/head>/,
    (found) => `${head}${found}`,
  );
}

/** Platform data for the page's scripts. Escaping `<` keeps it from closing the element. */
export function platformData(branding: Branding): string {
  const { platformName, supportEmail = null, logoUrl = null, footerText } = branding;
  const data = JSON.stringify({ platformName, supportEmail, logoUrl, footerText });
  return `<script type="application/json" id="platform">${data.replaceAll('<', String.raw`\u003c`)}</script>`;
}
