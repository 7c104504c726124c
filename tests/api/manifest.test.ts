import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { SavePlatformBrandingDocument } from '#web/gql/graphql.ts';

let running: Running;
let apart: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer();
  apart = await startServer({
    config: {
      publicUrl: 'http://app.netlantern.test',
      siteUrl: 'http://www.netlantern.test',
      trustProxy: ['127.0.0.1'],
    },
  });
});
afterAll(async () => {
  await running.close();
  await apart.close();
});
beforeEach(async () => {
  await emptyDatabase();
  running.app.content.changed();
  cast = await enter(running);
});

interface Manifest {
  name: string;
  short_name: string;
  theme_color: string;
  icons: { src: string; sizes: string; purpose: string }[];
}
const manifest = async () => (await (await fetch(`${running.url}/manifest.webmanifest`)).json()) as Manifest;

/** The color of a pixel of an icon, RGBA in hex. */
async function colorAt(path: string, x: number, y: number): Promise<string> {
  const response = await fetch(running.url + path);
  expect(response.headers.get('content-type')).toBe('image/png');
  const image = sharp(Buffer.from(await response.arrayBuffer())).ensureAlpha();
  return (await image.extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer()).toString('hex');
}

/** Uploads a square logo of one color on nothing. */
async function uploadLogo(background: string): Promise<string> {
  const logo = await sharp({ create: { width: 300, height: 300, channels: 4, background } })
    .extend({ top: 60, bottom: 60, left: 60, right: 60, background: '#00000000' })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('logo', new File([Uint8Array.from(logo)], 'logo.png'));
  const response = await fetch(`${running.url}/api/admin/branding/logo`, {
    method: 'POST',
    headers: { authorization: `Bearer ${cast.ada.token}` },
    body: form,
  });
  return ((await response.json()) as { url: string }).url;
}
const brand = (input: object) => as(cast.ada).run(SavePlatformBrandingDocument, { input });

describe('The manifest', () => {
  test('has the name, the color and the icons that browsers need to install the app', async () => {
    const { name, icons, theme_color } = await manifest();
    expect({ name, theme_color }).toEqual({ name: 'Netlantern', theme_color: '#3b82f6' });
    expect(icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual([
      'any 192x192',
      'any 512x512',
      'maskable 192x192',
      'maskable 512x512',
    ]);
    for (const { src, sizes } of icons) {
      const { width } = await sharp(await (await fetch(running.url + src)).arrayBuffer()).metadata();
      expect(`${width}x${width}`).toBe(sizes);
    }
  });

  test('follows the branding, and icons have new addresses once the logo changes', async () => {
    const before = await manifest();
    const logoUrl = await uploadLogo('#dc2626');
    await brand({ platformName: 'Nightwatch for Everyone', primaryColor: '#7c3aed', logoUrl });
    const { name, short_name, theme_color, icons } = await manifest();
    expect({ name, short_name, theme_color }).toEqual({
      name: 'Nightwatch for Everyone',
      short_name: 'Nightwatch',
      theme_color: '#7c3aed',
    });
    expect(icons[3]!.src).not.toBe(before.icons[3]!.src);
    expect(await colorAt(icons[3]!.src, 256, 256)).toBe('dc2626ff');
    expect(await colorAt(icons[3]!.src, 2, 2)).toBe('ffffffff');
  });

  test('puts a light logo on a dark background', async () => {
    await brand({ logoUrl: await uploadLogo('#f8fafc') });
    expect(await colorAt('/icons/apple-180.png', 2, 2)).toBe('0b1120ff');
  });

  test.each(['/manifest.webmanifest', '/service-worker.js', '/icons/any-192.png'])(
    'belongs to the app: the site’s own origin leads to it for %s',
    async (path) => {
      const headers = { 'x-forwarded-host': 'www.netlantern.test' };
      const { status, headers: answered } = await fetch(apart.url + path, { headers, redirect: 'manual' });
      expect([status, answered.get('location')]).toEqual([302, `http://app.netlantern.test${path}`]);
    },
  );
});
