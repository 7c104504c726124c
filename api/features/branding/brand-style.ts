import { clampChroma, converter, formatHex, wcagContrast, type Oklch } from 'culori';
import { escapeHtml } from '#api/lib/html.ts';

/** As colors are written everywhere: `#3b82f6`. */
export const hexColor = /^#[0-9a-fA-F]{6}$/;
export const hexColorMessage = { message: 'Enter the color as # and six digits, such as #3b82f6' };

/** What an administrator chose: `#rrggbb` each. The product itself has no accent. */
export interface BrandColors {
  primaryColor: string;
  secondaryColor: string;
  accentColor?: string;
}

/** One theme's values by the names of their CSS variables: `--nl-brand-solid` → `#3b82f6`. */
export type BrandTheme = Record<`--nl-${string}`, string>;

export interface BrandThemes {
  light: BrandTheme;
  dark: BrandTheme;
}

/** WCAG 2.2 AA: text (1.4.3), and what must be seen to be used (1.4.11). */
const forText = 4.5;
const forParts = 3;

/** Documented defaults (specification 2, section 9), used where what is stored is no color. */
const defaults = { primaryColor: '#3b82f6', secondaryColor: '#64748b', accentColor: '#10b981' };

/** A theme: the grounds that brand colors stand on, and which way a color goes that is not seen on them. */
interface ThemeSurface {
  grounds: readonly string[];
  /** Lightness of OKLCH at the end of that way. */
  end: 0 | 1;
  /** Lightness of a grey that cannot be missed. */
  plain: number;
  /** Lightness and most chroma of the tints, from the quietest. */
  tints: { subtle: [number, number]; muted: [number, number]; border: [number, number] };
}

/** `bg`, `bg.panel`, `bg.subtle` and `bg.muted` of the web's theme. */
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
 * What is made of one color for one theme, in the words of the web's theme: `solid` is a button, `contrast` what it
 * says.
 */
type Palette = Record<'solid' | 'hover' | 'contrast' | 'fg' | 'subtle' | 'muted' | 'border', string>;

/** What is written on a brand color: the first that can be read on it. Black and white between them always can. */
const inks = ['#ffffff', '#0b1120', '#000000'];

const oklch = converter('oklch');

/**
 * The values of both themes. A chosen color is kept exactly wherever it can be read; else it goes darker on the light theme
 * and lighter on the dark one, in its own hue, just as far as it must.
 */
export function brandThemes(colors: BrandColors): BrandThemes {
  return { light: themeOf(themes.light, colors), dark: themeOf(themes.dark, colors) };
}

/** The same as CSS for the head of a page. Nothing in it but our own names and `#rrggbb`. */
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
  // Moved no further than it must a grey would look like a button that cannot be used: it goes all the way.
  const color = isSeen(chosen) || !isGrey(chosen) ? chosen : hexOf({ ...(oklch(chosen) as Oklch), l: plain });
  const solid = shifted(color, end, isSeen);
  const contrast = inks.find((ink) => wcagContrast(ink, solid) >= forText)!;
  const subtle = tint(color, tints.subtle);
  const quiet = tint(color, tints.muted);
  const isText = isReadable(forText, [...grounds.slice(0, -1), subtle]);
  const fg = isText(color) ? color : shifted(color, end, isReadable(forText, [...grounds, subtle, quiet]));
  // Where the chosen color is kept, the ground that is hovered over goes out of its way.
  const muted = shifted(quiet, end === 0 ? 1 : 0, isReadable(forText, [fg]));
  return {
    solid,
    // Away from what is written on it, which is read the better for it.
    hover: moved(solid, contrast === '#ffffff' ? -0.06 : 0.06),
    contrast,
    fg,
    subtle,
    muted,
    border: tint(color, tints.border),
  };
}

/** Chroma of OKLCH below which nobody names a hue: white, black and what is between them. */
const isGrey = (hex: string): boolean => (oklch(hex) as Oklch).c < 0.03;

const isReadable = (ratio: number, others: readonly string[]) => (hex: string) =>
  others.every((other) => wcagContrast(hex, other) >= ratio);

/** The color itself where it passes, else the nearest lightness towards `end` that does. */
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

/** A quiet ground in the hue of the color, and never more colorful than it. */
function tint(color: string, [l, most]: [number, number]): string {
  const from = oklch(color) as Oklch;
  return hexOf({ ...from, l, c: Math.min(from.c, most) });
}

/** What a screen can show of it: less colorful rather than of another lightness. */
const hexOf = (color: Oklch): string => formatHex(clampChroma(color, 'oklch'));

/** What a page says of the product. */
interface Branding {
  platformName: string;
  supportEmail?: string | null;
  logoUrl?: string | null;
  faviconUrl?: string | null;
  footerText: string;
}

/** What the product is called in the page as it was built. */
const builtName = 'Netlantern';

/**
 * The page of the product with its name, its icon and its colors in place before anything runs, and the same for its
 * scripts to read (`#platform`). `style`: of `brandStyle`. Custom CSS is not here: signed-in pages never have any.
 */
export function brandedPage(page: string, branding: Branding, style: string): string {
  const { platformName, faviconUrl } = branding;
  const head = `<style id="brand">${style}</style>${platformData(branding)}`;
  const named = page.replaceAll(builtName, () => escapeHtml(platformName));
  const icon = faviconUrl && `<link rel="icon" href="${escapeHtml(faviconUrl)}" />`;
  return (icon ? named.replace(/<link\s+rel="icon"[^>]*>/, () => icon) : named).replace(
    // Ahead of what runs, so that nothing is painted in other colors.
    /<script|<\/head>/,
    (found) => `${head}${found}`,
  );
}

/** What scripts of a page know the product by. No script is made of it: `<` cannot end its element. */
export function platformData(branding: Branding): string {
  const { platformName, supportEmail = null, logoUrl = null, footerText } = branding;
  const data = JSON.stringify({ platformName, supportEmail, logoUrl, footerText });
  return `<script type="application/json" id="platform">${data.replaceAll('<', String.raw`\u003c`)}</script>`;
}
