import sharp from 'sharp';
import { writeIcon } from '#api/features/website/ico.ts';

/** What the form of a favicon sends. */
export async function iconForm(): Promise<FormData> {
  const picture = { width: 32, height: 32, channels: 4 as const, background: '#2563eb' };
  const png = await sharp({ create: picture }).png().toBuffer();
  const form = new FormData();
  form.append('favicon', new Blob([writeIcon([{ size: 32, png }]) as BlobPart]), 'favicon.ico');
  return form;
}
