import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { writeIcon } from '#api/features/website/ico.ts';
import { removeOldUploads } from '#api/features/website/uploads.service.ts';
import { Upload } from '#api/features/website/site-branding.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast, type Visitor } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  running.app.content.changed();
  cast = await enter(running);
});

const at = '/api/admin/website';
const rows = () => running.app.orm.em.fork();
const png = (width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 4, background: '#2563eb80' } })
    .png()
    .toBuffer();
const icon = async (size = 32) => writeIcon([{ size, png: await png(size, size) }]);

/** What a browser's form sends. */
function send(
  field: string,
  bytes: Buffer | string,
  { name = 'a.png', path = `${at}/${field}`, person = cast.ada as Visitor } = {},
) {
  const form = new FormData();
  form.append(field, new Blob([bytes as BlobPart]), name);
  return rest(person).send(path, { method: 'POST', body: form });
}

async function fetched(path: string) {
  const answer = await fetch(running.url + path);
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}

describe('A logo', () => {
  test('is re-encoded, appears in the branding immediately, and has headers that keep it an image', async () => {
    await rest(cast.vic).get('/api/branding');
    const secret = 'taken in Alice street 7';
    const given = await sharp(await png(3000, 300))
      .jpeg()
      .withExif({ IFD0: { Copyright: secret } })
      .toBuffer();
    expect(given.includes(secret)).toBe(true);
    const stored = await send('logo', given, { name: 'no-picture.txt' });
    const { url } = stored.body as { url: string };
    expect(stored).toMatchObject({
      status: 200,
      body: { message: 'Logo uploaded', width: 1000, height: 100 },
    });
    expect(await rest(cast.vic).get('/api/branding')).toMatchObject({ body: { logoUrl: url } });
    const { answer, bytes } = await fetched(url);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1000, height: 100 });
    expect(bytes.includes(secret)).toBe(false);
    const entries = await rows().find(AuditEntry, {});
    expect(entries).toMatchObject([
      { action: 'content.update', subject: 'Site branding', after: { logoUrl: url } },
    ]);
  });

  test('that is reverted appears again with its image', async () => {
    const first = (await send('logo', await png())).body as { url: string };
    await send('logo', await png(30, 30));
    const { body } = await rest(cast.ada).get('/api/admin/revisions/site_branding');
    const [last] = body as { id: string }[];
    await rest(cast.ada).post(`/api/admin/revisions/${last?.id}/revert`, {});
    expect(await rest(cast.vic).get('/api/branding')).toMatchObject({ body: { logoUrl: first.url } });
    expect((await fetched(first.url)).answer.status).toBe(200);
  });

  test('as SVG becomes pixels: nothing in it runs, and nothing from this machine is in it', async () => {
    const text = '<text x="9" y="60" font-size="60">&me;</text>';
    const svg = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY me SYSTEM "file:///etc/hostname">]>
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="40" onload="alert(1)">
      <script>alert(1)</script><image xlink:href="file:///etc/passwd" width="9" height="9"/>
      <image href="${running.url}/uploads/x.png" width="9" height="9"/><rect width="50" height="40" fill="#f00"/>`;
    const plain = await send('logo', `${svg}</svg>`);
    expect(plain).toMatchObject({ status: 200, body: { width: 1000, height: 400 } });
    const { bytes } = await fetched((plain.body as { url: string }).url);
    expect((await sharp(bytes).metadata()).format).toBe('webp');
    expect(bytes.toString('latin1')).not.toMatch(/script|alert|svg/);
    // With the entity in it, the file is either refused or drawn without what it asks for.
    const asking = await send('logo', `${svg}${text}</svg>`);
    if (asking.status === 200) {
      const drawn = await fetched((asking.body as { url: string }).url);
      expect((await sharp(drawn.bytes).stats()).channels[3]?.max).toBeDefined();
    }
    expect(running.logged.join('')).not.toContain('/uploads/x.png');
  });

  const bomb = () =>
    sharp({ create: { width: 20_001, height: 1000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
  const notImage = 'Logo must be an image (PNG, JPEG, WebP, GIF, AVIF or SVG)';
  test.each<[string, () => Promise<Buffer | string> | Buffer | string, string]>([
    ['a page called a picture', () => '<html><script>alert(1)</script></html>', notImage],
    ['nothing', () => '', 'The file is empty'],
    ['a picture that ends too soon', async () => (await png(400, 400)).subarray(0, 200), notImage],
    ['a document', () => '%PDF-1.7\n1 0 obj\n', notImage],
    ['more pixels than memory is for', bomb, 'Logo must have 20 million pixels or less'],
    [
      'a drawing without end',
      () => `<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(50_000)}`,
      notImage,
    ],
    ['entities in entities', () => billion, notImage],
  ])('is refused for %s', async (_what, make, message) => {
    expect(await send('logo', await make())).toMatchObject({
      status: 400,
      body: { message },
    });
    expect(await rows().count(Upload)).toBe(0);
  });

  test('with a page attached is stored without the page', async () => {
    const both = Buffer.concat([await png(), Buffer.from('<script>alert(1)</script>')]);
    const { url } = (await send('logo', both)).body as { url: string };
    expect((await fetched(url)).bytes.includes('script')).toBe(false);
  });
});

const billion = `<!DOCTYPE svg [<!ENTITY a0 "ha">${Array.from({ length: 12 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('')}]>
<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&a12;</text></svg>`;

describe('A favicon', () => {
  test('is served at /favicon.ico, at first the product’s own', async () => {
    const first = await fetched('/favicon.ico');
    expect(first.answer.headers.get('content-type')).toBe('image/x-icon');
    expect(first.bytes.readUInt16LE(4)).toBe(3);
    const stored = await send('favicon', await icon(), { name: 'Ünïcode.ICO' });
    expect(stored).toMatchObject({ status: 200, body: { message: 'Favicon uploaded' } });
    const { answer, bytes } = await fetched('/favicon.ico');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    expect(bytes.equals(first.bytes)).toBe(false);
    expect((await fetched((stored.body as { url: string }).url)).bytes.equals(bytes)).toBe(true);
  });

  test.each([
    ['a picture of another kind', png, 'a.png', 'Favicon must be an .ico file'],
    ['an icon by another name', icon, 'a.png', 'Favicon must be an .ico file'],
    [
      'a picture that is called an icon',
      png,
      'a.ico',
      "Favicon must be an .ico file, but the content of this file isn't one",
    ],
    [
      'an icon of 8 pixels',
      () => icon(8),
      'a.ico',
      'Favicon must be square, from 16x16 to 256x256 pixels; 16x16 or 32x32 is best',
    ],
    [
      'an icon that is larger than it says',
      async () => writeIcon([{ size: 32, png: await png(4000, 4000) }]),
      'a.ico',
      'Favicon must be square, from 16x16 to 256x256 pixels; 16x16 or 32x32 is best',
    ],
    ['a name that leads elsewhere', icon, '../../a.ico', "The file name can't contain a path"],
  ])('is refused for %s', async (_what, make, name, message) => {
    expect(await send('favicon', await make(), { name })).toMatchObject({ status: 400, body: { message } });
    expect(await rows().count(Upload)).toBe(0);
  });
});

describe('An upload', () => {
  test('is for administrators only', async () => {
    for (const [person, status] of [
      [cast.vic, 401],
      [cast.alice, 403],
    ] as const)
      for (const field of ['logo', 'favicon'])
        expect((await send(field, await png(), { person })).status).toBe(status);
    expect(await rows().count(AuditEntry)).toBe(0);
  });

  test('of more than 2 MB is refused with a message', async () => {
    for (const size of [2 * 1024 * 1024 + 1, 50 * 1024 * 1024])
      expect(await send('logo', Buffer.alloc(size))).toMatchObject({
        status: 413,
        body: { message: 'The file must be 2 MB or less' },
      });
  });

  test('that is missing is refused with a message', async () => {
    const message = 'Send a form with the file in the field logo';
    expect(await rest(cast.ada).post(`${at}/logo`, {})).toMatchObject({ status: 400, body: { message } });
    expect(await send('other', await png(), { path: `${at}/logo` })).toMatchObject({
      status: 400,
      body: { message: 'Choose a file' },
    });
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    const cut = {
      method: 'POST',
      headers: type,
      body: '--x\r\ncontent-disposition: form-data; name="logo"; file',
    };
    expect(await rest(cast.ada).send(`${at}/logo`, cut)).toMatchObject({ status: 400 });
  });

  test('for link previews and the platform is stored, recorded, and set by its form', async () => {
    const social = await send('image', await png(2400, 1260), { path: '/api/admin/seo/image' });
    expect(social).toMatchObject({ status: 200, body: { width: 1200, height: 630 } });
    const logo = await send('logo', await png(), { path: '/api/admin/branding/logo' });
    expect((logo.body as { url: string }).url).toMatch(/^\/uploads\/[\da-f-]{36}\.png$/);
    const entries = await rows().find(AuditEntry, {}, { orderBy: { id: 'asc' } });
    expect(entries).toMatchObject([
      { action: 'upload.create', subject: 'Social image' },
      { action: 'upload.create', subject: 'Logo' },
    ]);
  });

  test('is deleted after 90 days if nothing uses it and no revision could restore it', async () => {
    const used = (await send('logo', await png())).body as { url: string };
    await rest(cast.ada).put(`${at}/branding`, { logoUrl: null });
    const loose = await send('logo', await png(), { path: '/api/admin/branding/logo' });
    const urls = [used.url, (loose.body as { url: string }).url];
    const statuses = () => Promise.all(urls.map(async (url) => (await fetched(url)).answer.status));
    await removeOldUploads(running.app, {});
    expect(await statuses()).toEqual([200, 200]);
    await rows().nativeUpdate(Upload, {}, { createdAt: new Date(Date.now() - 91 * 86_400_000) });
    await removeOldUploads(running.app, {});
    running.app.content.changed();
    expect(await statuses()).toEqual([200, 404]);
  });

  test.each([
    '/uploads/x.png',
    '/uploads/00000000-0000-4000-8000-000000000000.png',
    '/uploads/%2e%2e%2fa.png',
  ])('that does not exist is not found: %s', async (path) =>
    expect((await fetched(path)).answer.status).toBe(404),
  );
});
