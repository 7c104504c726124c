/** One image of an icon file: a PNG, or RGBA pixels. */
export type IconImage = { size: number } & ({ png: Buffer } | { pixels: Buffer });

/** Allowed side lengths in pixels. */
const smallest = 16;
const largest = 256;

const pngBegin = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Why an icon was rejected, written for the person who chose it. */
export class InvalidIcon extends Error {}

const notIcon = () => new InvalidIcon("Favicon must be an .ico file, but the content of this file isn't one");
const wrongSize = () =>
  new InvalidIcon(
    `Favicon must be square, from ${smallest}x${smallest} to ${largest}x${largest} pixels; 16x16 or 32x32 is best`,
  );

/**
 * Reads the images of an .ico file, largest first. Checks every declared size and offset against the file.
 * @throws InvalidIcon
 */
export function readIcon(file: Buffer): IconImage[] {
  if (file.length < 22 || file.readUInt16LE(0) !== 0 || file.readUInt16LE(2) !== 1) throw notIcon();
  const count = file.readUInt16LE(4);
  if (count < 1 || count > 20 || file.length < 6 + 16 * count) throw notIcon();
  const images = Array.from({ length: count }, (_, at) => readEntry(file, 6 + 16 * at, 6 + 16 * count));
  return images.sort((one, other) => other.size - one.size);
}

function readEntry(file: Buffer, at: number, behind: number): IconImage {
  // 256 doesn't fit into a byte and is stored as 0.
  const [width, height] = [file.readUInt8(at) || 256, file.readUInt8(at + 1) || 256];
  const length = file.readUInt32LE(at + 8);
  const offset = file.readUInt32LE(at + 12);
  if (offset < behind || length < 40 || offset + length > file.length) throw notIcon();
  if (width !== height || width < smallest || width > largest) throw wrongSize();
  const data = file.subarray(offset, offset + length);
  if (!data.subarray(0, 8).equals(pngBegin)) return { size: width, pixels: bitmap(data, width) };
  if (data.readUInt32BE(16) !== width || data.readUInt32BE(20) !== width) throw wrongSize();
  return { size: width, png: data };
}

/** A bitmap in an icon: no file header, and twice the height, with a transparency mask in the lower half. */
function bitmap(data: Buffer, size: number): Buffer {
  const header = data.readUInt32LE(0);
  const bits = data.readUInt16LE(14);
  if (header !== 40 || ![1, 4, 8, 24, 32].includes(bits) || data.readUInt32LE(16) !== 0) throw notIcon();
  if (data.readInt32LE(4) !== size || data.readInt32LE(8) !== 2 * size) throw wrongSize();
  const colors = bits > 8 ? 0 : data.readUInt32LE(32) || 2 ** bits;
  if (colors > 256) throw notIcon();
  const rows = header + 4 * colors;
  const stride = 4 * Math.ceil((bits * size) / 32);
  const maskStride = 4 * Math.ceil(size / 32);
  const mask = rows + stride * size;
  const hasMask = data.length >= mask + maskStride * size;
  if (data.length < mask || (!hasMask && bits < 32)) throw notIcon();
  const pixels = Buffer.alloc(4 * size * size);
  for (let y = 0; y < size; y++) {
    // Rows are stored bottom up.
    const row = rows + stride * (size - 1 - y);
    const maskRow = mask + maskStride * (size - 1 - y);
    for (let x = 0; x < size; x++) {
      const [place, opacity] = colorAt(data, { row, x, bits, header, colors });
      const unseen = hasMask && (data[maskRow + (x >> 3)]! >> (7 - (x & 7))) & 1;
      const at = 4 * (size * y + x);
      pixels[at] = data[place + 2]!;
      pixels[at + 1] = data[place + 1]!;
      pixels[at + 2] = data[place]!;
      pixels[at + 3] = opacity ?? (unseen ? 0 : 255);
    }
  }
  return pixels;
}

/** Offset of a pixel's color (blue, green, red), and of its alpha if it has one. */
function colorAt(
  data: Buffer,
  { row, x, bits, header, colors }: Record<'row' | 'x' | 'bits' | 'header' | 'colors', number>,
): [place: number, opacity?: number] {
  if (bits === 32) return [row + 4 * x, data[row + 4 * x + 3]!];
  if (bits === 24) return [row + 3 * x];
  const perByte = 8 / bits;
  const shift = 8 - bits * (1 + (x % perByte));
  const index = (data[row + Math.floor(x / perByte)]! >> shift) & (2 ** bits - 1);
  if (index >= colors) throw notIcon();
  return [header + 4 * index];
}

/** Writes an icon file of PNGs. */
export function writeIcon(images: readonly { size: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  images.forEach(({ size, png }, index) => {
    const at = 6 + 16 * index;
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  });
  return Buffer.concat([head, ...images.map(({ png }) => png)]);
}
