// A separate process, so that decoding untrusted files can't reach our memory or secrets, and can be killed.
// Reads a file from stdin and writes the converted image, or what is wrong with the file, to stdout.
import { buffer } from 'node:stream/consumers';
import sharp, { type Sharp } from 'sharp';
import type { ConvertedImage, ImageSpec } from './uploads.service.ts';
import { InvalidIcon, readIcon, writeIcon, type IconImage } from './ico.ts';

/** Maximum pixels of an image before it is resized. */
const limitInputPixels = 20_000_000;

/** Names of libvips' loaders for the formats we accept. All other loaders are blocked. */
const readers = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif', 'Svg'].map((name) => `VipsForeignLoad${name}Buffer`);

const formats = ['png', 'jpeg', 'webp', 'gif', 'heif', 'svg'];

/** Icon sizes that cover what browsers ask for. */
const iconSizes = [16, 32, 48];

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: readers });

const spec = JSON.parse(process.argv[2] ?? '{}') as ImageSpec;
const converted = await convert(await buffer(process.stdin), spec);
process.stdout.write(JSON.stringify(converted));

async function convert(file: Buffer, { what, format, width, height }: ImageSpec): Promise<ConvertedImage> {
  try {
    return format === 'ico' ? await rebuildIcon(file) : await resizeImage(file, { format, width, height });
  } catch (error) {
    if (error instanceof InvalidIcon) return { problem: error.message };
    return { problem: problemOf(error, what, format) };
  }
}

function problemOf(error: unknown, what: string, format: ImageSpec['format']): string {
  if (format === 'ico') return `${what} must be an .ico file, but the content of this file can't be read`;
  const tooLarge = error instanceof Error && /pixel limit/i.test(error.message);
  return tooLarge
    ? `${what} must have 20 million pixels or less`
    : `${what} must be an image (PNG, JPEG, WebP, GIF, AVIF or SVG)`;
}

async function resizeImage(
  file: Buffer,
  { format, width, height }: Omit<ImageSpec, 'what'>,
): Promise<ConvertedImage> {
  // Only the header is read here, so an SVG of any size is fine.
  const found = await sharp(file, { limitInputPixels: false }).metadata();
  if (!formats.includes(found.format)) throw new Error('Another format');
  // An SVG has no pixels of its own, so render it at the size of the result.
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
