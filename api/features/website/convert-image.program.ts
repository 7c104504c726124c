// A program of its own, so that what decodes files of strangers has neither our memory nor our secrets, and can be ended.
// Takes a file on its input, and says on its output how it was drawn anew, or what is wrong with it.
import { buffer } from 'node:stream/consumers';
import sharp, { type Sharp } from 'sharp';
import type { ConvertedImage, ImageSpec } from './uploads.service.ts';
import { InvalidIcon, readIcon, writeIcon, type IconImage } from './ico.ts';

/** Pixels that a picture may have before it is made smaller. */
const limitInputPixels = 20_000_000;

/** What libvips calls the readers of the formats that we take; everything else it could read is shut. */
const readers = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif', 'Svg'].map((name) => `VipsForeignLoad${name}Buffer`);

const formats = ['png', 'jpeg', 'webp', 'gif', 'heif', 'svg'];

/** Sides of the icons that every browser finds its own among. */
const iconSizes = [16, 32, 48];

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: readers });

const wish = JSON.parse(process.argv[2] ?? '{}') as ImageSpec;
const drawn = await convert(await buffer(process.stdin), wish);
process.stdout.write(JSON.stringify(drawn));

async function convert(file: Buffer, { what, format, width, height }: ImageSpec): Promise<ConvertedImage> {
  try {
    return format === 'ico' ? await rebuildIcon(file) : await resizeImage(file, { format, width, height });
  } catch (error) {
    if (error instanceof InvalidIcon) return { problem: error.message };
    return { problem: problemOf(error, what, format) };
  }
}

function problemOf(error: unknown, what: string, format: ImageSpec['format']): string {
  if (format === 'ico') return `${what} must be an .ico file, and the content of this one cannot be read`;
  const tooLarge = error instanceof Error && /pixel limit/i.test(error.message);
  return tooLarge
    ? `${what} must have 20 million pixels or less`
    : `${what} must be an image (PNG, JPEG, WebP, GIF, AVIF or SVG)`;
}

async function resizeImage(
  file: Buffer,
  { format, width, height }: Omit<ImageSpec, 'what'>,
): Promise<ConvertedImage> {
  // Only what the file says of itself is read here, so a drawing may be as large as it likes.
  const found = await sharp(file, { limitInputPixels: false }).metadata();
  if (!formats.includes(found.format)) throw new Error('Another format');
  // A drawing has no pixels of its own: it is drawn in those of the result.
  const scale = found.format === 'svg' ? Math.min(width / found.width, height / found.height) : 1;
  const density = Math.min(Math.max(72 * scale, 1), 7200);
  const readUpload = sharp(file, { limitInputPixels, failOn: 'error', density })
    .autoOrient()
    .resize({ width, height, fit: 'inside', withoutEnlargement: true });
  const { data, info } = await written(readUpload, format).toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, bytes: data.toString('base64') };
}

function written(readUpload: Sharp, format: ImageSpec['format']): Sharp {
  if (format === 'webp') return readUpload.webp({ quality: 90, alphaQuality: 100 });
  if (format === 'jpeg')
    return readUpload.flatten({ background: '#ffffff' }).jpeg({ quality: 85, mozjpeg: true });
  return readUpload.png();
}

async function rebuildIcon(file: Buffer): Promise<ConvertedImage> {
  const images = readIcon(file);
  const icon = await Promise.all(
    iconSizes.map(async (size) => {
      const source = images.find((image) => image.size === size) ?? images[0]!;
      return { size, png: await pixelsOf(source).resize(size, size).png().toBuffer() };
    }),
  );
  const side = Math.max(...iconSizes);
  return { width: side, height: side, bytes: writeIcon(icon).toString('base64') };
}

function pixelsOf(image: IconImage): Sharp {
  if ('png' in image) return sharp(image.png, { limitInputPixels: 256 * 256, failOn: 'error' });
  return sharp(image.pixels, { raw: { width: image.size, height: image.size, channels: 4 } });
}
