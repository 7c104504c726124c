import { createHash } from 'node:crypto';
import type { Sharp } from 'sharp';
import type { App } from '#api/config/app.ts';
import { NotFound } from '#api/lib/errors.ts';
import { brandingOf } from '../branding/branding.service.ts';
import { readUpload } from './uploads.service.ts';

/** How an icon is drawn: whether its square has round corners, and how much of it the image takes. */
interface IconStyle {
  size: number;
  /** Part of the side, 0 to 1. */
  radius: number;
  /** Part of the side, 0 to 1. */
  image: number;
}

/**
 * Maskable icons are cut to any shape around a circle of 80% (W3C, "Safe zone"). Apple rounds corners itself, and shows
 * transparency as black.
 */
const styles = {
  'any-192': { size: 192, radius: 0.22, image: 0.76 },
  'any-512': { size: 512, radius: 0.22, image: 0.76 },
  'maskable-192': { size: 192, radius: 0, image: 0.56 },
  'maskable-512': { size: 512, radius: 0, image: 0.56 },
  'apple-180': { size: 180, radius: 0, image: 0.7 },
} satisfies Record<string, IconStyle>;

/** Android draws only the opacity of a badge, in the status bar. */
const badge = 'badge-96';

type IconName = keyof typeof styles | typeof badge;

export const iconNames: readonly IconName[] = [...(Object.keys(styles) as (keyof typeof styles)[]), badge];

/** Maximum characters of a name below an icon. */
const longestShortName = 12;

/** The web app manifest (W3C). Only pages of the app refer to it. */
export async function appManifest(app: App): Promise<Record<string, unknown>> {
  const { platformName, logoUrl, faviconUrl, primaryColor } = await brandingOf(app);
  const version = createHash('sha256').update(`${logoUrl} ${faviconUrl}`).digest('hex').slice(0, 8);
  const icon = (name: keyof typeof styles, purpose: 'any' | 'maskable') => ({
    src: `/icons/${name}.png?v=${version}`,
    sizes: `${styles[name].size}x${styles[name].size}`,
    type: 'image/png',
    purpose,
  });
  return {
    id: '/user-dashboard',
    start_url: '/user-dashboard',
    scope: '/',
    name: platformName,
    short_name: platformName.length > longestShortName ? shortened(platformName) : platformName,
    description: 'Watches UniFi networks and shows what breaks, the moment it breaks.',
    lang: 'en',
    display: 'standalone',
    theme_color: primaryColor,
    background_color: darkGround,
    categories: ['business', 'utilities'],
    icons: [
      icon('any-192', 'any'),
      icon('any-512', 'any'),
      icon('maskable-192', 'maskable'),
      icon('maskable-512', 'maskable'),
    ],
    shortcuts: [
      { name: 'Current Alerts', url: '/alerts' },
      { name: 'Dashboard', url: '/user-dashboard' },
    ],
  };
}

/** As many whole words as fit, else the beginning of the first one. */
function shortened(name: string): string {
  const words = name.split(/\s+/);
  const fits = words
    .map((_, at) => words.slice(0, at + 1).join(' '))
    .filter((one) => one.length <= longestShortName);
  return fits.at(-1) ?? name.slice(0, longestShortName).toWellFormed();
}

/** An icon as PNG, drawn once for each change of the branding. */
export function appIcon(app: App, name: IconName): Promise<Buffer> {
  return app.content.read(`icon ${name}`, () => (name === badge ? drawBadge() : drawIcon(app, styles[name])));
}

const darkGround = '#0b1120';
const lightGround = '#ffffff';

async function drawIcon(app: App, { size, radius, image: part }: IconStyle): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const { picture, ground } = await markOf(app);
  const side = Math.round(size * part);
  const image = await picture
    .resize({ width: side, height: side, fit: 'contain', background: '#00000000' })
    .png()
    .toBuffer();
  const corner = Math.round(size * radius);
  const square = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" rx="${corner}" fill="${ground}"/></svg>`;
  return sharp(Buffer.from(square))
    .composite([{ input: image }])
    .png()
    .toBuffer();
}

/** The widest image that is still recognizable in a square. */
const widest = 2;

/** What icons show: the platform's logo, its favicon if the logo is too wide, else the product's mark. */
async function markOf(app: App): Promise<{ picture: Sharp; ground: string }> {
  const { default: sharp } = await import('sharp');
  const { logoUrl, faviconUrl } = await brandingOf(app);
  const logo = await uploaded(app, logoUrl);
  const favicon = await uploaded(app, faviconUrl);
  const isWide = logo !== undefined && logo.width > widest * logo.height;
  const bytes = (isWide ? favicon?.bytes : undefined) ?? logo?.bytes ?? favicon?.bytes;
  if (!bytes) return { picture: sharp(Buffer.from(lantern), { density: 1200 }), ground: darkGround };
  const sample = sharp(bytes).resize(32, 32, { fit: 'fill' }).ensureAlpha().raw();
  return { picture: sharp(bytes), ground: groundFor(await sample.toBuffer()) };
}

/** A logo that is lighter than this, 0 to 255, is meant for a dark background. */
const light = 170;

/** The background for an image of RGBA pixels: its own if it has one, else one that it stands out from. */
function groundFor(pixels: Buffer): string {
  let [opacity, lightness] = [0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    opacity += alpha;
    lightness += alpha * (0.299 * red + 0.587 * green + 0.114 * blue);
  }
  const isFull = opacity > 0.98 * 255 * (pixels.length / 4);
  if (isFull) return `#${pixels.subarray(0, 3).toString('hex')}`;
  return lightness / (opacity || 1) > light ? darkGround : lightGround;
}

/** The largest image of an upload. Undefined for anything that isn't there. */
async function uploaded(
  app: App,
  url: string | null | undefined,
): Promise<{ bytes: Buffer; width: number; height: number } | undefined> {
  if (!url) return undefined;
  try {
    const { bytes, contentType, width, height } = await readUpload(app, url);
    return { bytes: contentType === 'image/x-icon' ? largestIn(bytes) : bytes, width, height };
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

/** The last PNG of an icon file that `writeIcon` wrote, which is its largest. */
function largestIn(icon: Buffer): Buffer {
  const last = 6 + 16 * (icon.readUInt16LE(4) - 1);
  const offset = icon.readUInt32LE(last + 12);
  return icon.subarray(offset, offset + icon.readUInt32LE(last + 8));
}

async function drawBadge(): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const white = lantern.replaceAll(/#[\da-f]{6}/g, '#ffffff');
  return sharp(Buffer.from(white), { density: 600 }).resize(96, 96).png().toBuffer();
}

/** The product's mark (`web/public/mark.svg`) without its background. */
const lantern = `<svg xmlns="http://www.w3.org/2000/svg" width="22" height="22" viewBox="5 4.5 22 22" fill="none">
  <g transform="translate(4 3.5)" stroke="#e5ecf6" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">
    <circle cx="12" cy="3.4" r="1.7" /><path d="M7.2 9 9.6 5.6h4.8L16.8 9" />
    <path d="M7.2 9h9.6l1.9 5-1.9 5H7.2l-1.9-5z" /><path d="M8 21.8h8" />
  </g>
  <circle cx="16" cy="17.5" r="2.7" fill="#60a5fa" />
</svg>`;
