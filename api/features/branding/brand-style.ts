import { clampChroma, converter, formatHex, wcagContrast, type Oklch } from 'culori';
import { escapeHtml } from '#api/lib/html.ts';

/** As colours are written everywhere: `#3b82f6`. */
export const hexColour = /^#[0-9a-fA-F]{6}$/;
export const notHex = { message: 'Write the colour as # and six digits, such as #3b82f6' };

/** What an administrator chose: `#rrggbb` each. The product itself has no accent. */
export interface BrandColours {
  primaryColor: string;
  secondaryColor: string;
  accentColor?: string;
}

/** One theme's values by the names of their CSS variables: `--nl-brand-solid` → `#3b82f6`. */
export type BrandFace = Record<`--nl-${string}`, string>;

export interface BrandFaces {
  light: BrandFace;
  dark: BrandFace;
}

/** WCAG 2.2 AA: text (1.4.3), and what must be seen to be used (1.4.11). */
const forText = 4.5;
const forParts = 3;

/** Documented defaults (specification 2, section 9), used where what is stored is no colour. */
const defaults = { primaryColor: '#3b82f6', secondaryColor: '#64748b', accentColor: '#10b981' };

/** A theme: the grounds that brand colours stand on, and which way a colour goes that is not seen on them. */
interface Ground {
  grounds: readonly string[];
  /** Lightness of OKLCH at the end of that way. */
  end: 0 | 1;
  /** Lightness of a grey that cannot be missed. */
  plain: number;
  /** Lightness and most chroma of the tints, from the quietest. */
  tints: { subtle: [number, number]; muted: [number, number]; border: [number, number] };
}

/** `bg`, `bg.panel`, `bg.subtle` and `bg.muted` of the web's theme. */
const themes: Record<keyof BrandFaces, Ground> = {
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

/** What is made of one colour for one theme, in the words of the web's theme: `solid` is a button, `contrast` what it says. */
type Palette = Record<'solid' | 'hover' | 'contrast' | 'fg' | 'subtle' | 'muted' | 'border', string>;

/** What is written on a brand colour: the first that can be read on it. Black and white between them always can. */
const inks = ['#ffffff', '#0b1120', '#000000'];

const oklch = converter('oklch');

/**
 * The values of both themes. A chosen colour is kept exactly wherever it can be read; else it goes darker on the light theme
 * and lighter on the dark one, in its own hue, just as far as it must.
 */
export function brandFaces(colours: BrandColours): BrandFaces {
  return { light: faceOf(themes.light, colours), dark: faceOf(themes.dark, colours) };
}

/** The same as CSS for the head of a page. Nothing in it but our own names and `#rrggbb`. */
export function brandStyle(colours: BrandColours): string {
  const { light, dark } = brandFaces(colours);
  const block = (face: BrandFace) =>
    Object.entries(face)
      .map(([name, value]) => `${name}:${value}`)
      .join(';');
  return `:root{${block(light)}}.dark{${block(dark)}}`;
}

function faceOf(theme: Ground, colours: BrandColours): BrandFace {
  const named = {
    brand: paletteOf(theme, chosen(colours, 'primaryColor')),
    secondary: paletteOf(theme, chosen(colours, 'secondaryColor')),
    accent: paletteOf(theme, chosen(colours, 'accentColor')),
  };
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, palette]) =>
      Object.entries(palette).map(([part, value]) => [`--nl-${name}-${part}`, value]),
    ),
  );
}

const chosen = (colours: BrandColours, name: keyof BrandColours): string => {
  const value = colours[name];
  return typeof value === 'string' && hexColour.test(value) ? value.toLowerCase() : defaults[name];
};

function paletteOf({ grounds, end, plain, tints }: Ground, chosen: string): Palette {
  const isSeen = isReadable(forParts, grounds);
  // Moved no further than it must a grey would look like a button that cannot be used: it goes all the way.
  const colour =
    isSeen(chosen) || !isGrey(chosen) ? chosen : hexOf({ ...(oklch(chosen) as Oklch), l: plain });
  const solid = shifted(colour, end, isSeen);
  const contrast = inks.find((ink) => wcagContrast(ink, solid) >= forText)!;
  const subtle = tint(colour, tints.subtle);
  const quiet = tint(colour, tints.muted);
  const isText = isReadable(forText, [...grounds.slice(0, -1), subtle]);
  const fg = isText(colour) ? colour : shifted(colour, end, isReadable(forText, [...grounds, subtle, quiet]));
  // Where the chosen colour is kept, the ground that is hovered over goes out of its way.
  const muted = shifted(quiet, end === 0 ? 1 : 0, isReadable(forText, [fg]));
  return {
    solid,
    // Away from what is written on it, which is read the better for it.
    hover: moved(solid, contrast === '#ffffff' ? -0.06 : 0.06),
    contrast,
    fg,
    subtle,
    muted,
    border: tint(colour, tints.border),
  };
}

/** Chroma of OKLCH below which nobody names a hue: white, black and what is between them. */
const isGrey = (hex: string): boolean => (oklch(hex) as Oklch).c < 0.03;

const isReadable = (ratio: number, others: readonly string[]) => (hex: string) =>
  others.every((other) => wcagContrast(hex, other) >= ratio);

/** The colour itself where it passes, else the nearest lightness towards `end` that does. */
function shifted(colour: string, end: 0 | 1, passes: (hex: string) => boolean): string {
  if (passes(colour)) return colour;
  const from = oklch(colour) as Oklch;
  let [fails, holds] = [from.l, end as number];
  for (let step = 0; step < 16; step += 1) {
    const middle = (fails + holds) / 2;
    if (passes(hexOf({ ...from, l: middle }))) holds = middle;
    else fails = middle;
  }
  return hexOf({ ...from, l: holds });
}

function moved(colour: string, by: number): string {
  const from = oklch(colour) as Oklch;
  return hexOf({ ...from, l: Math.min(1, Math.max(0, from.l + by)) });
}

/** A quiet ground in the hue of the colour, and never more colourful than it. */
function tint(colour: string, [l, most]: [number, number]): string {
  const from = oklch(colour) as Oklch;
  return hexOf({ ...from, l, c: Math.min(from.c, most) });
}

/** What a screen can show of it: less colourful rather than of another lightness. */
const hexOf = (colour: Oklch): string => formatHex(clampChroma(colour, 'oklch'));

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
 * The page of the product with its name, its icon and its colours in place before anything runs, and the same for its
 * scripts to read (`#platform`). `style`: of `brandStyle`. Custom CSS is not here: signed-in pages never have any.
 */
export function brandedPage(page: string, branding: Branding, style: string): string {
  const { platformName, faviconUrl } = branding;
  const head = `<style id="brand">${style}</style>${platformData(branding)}`;
  const named = page.replaceAll(builtName, () => escapeHtml(platformName));
  const icon = faviconUrl && `<link rel="icon" href="${escapeHtml(faviconUrl)}" />`;
  return (icon ? named.replace(/<link\s+rel="icon"[^>]*>/, () => icon) : named).replace(
    // Ahead of what runs, so that nothing is painted in other colours.
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
