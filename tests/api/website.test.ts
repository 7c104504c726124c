import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { addFirstMenu } from '#api/features/website/website.service.ts';
import { MenuItem } from '#api/features/website/navigation.entity.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast } from '#tests/support/people.ts';
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
const add = async (fields: object) =>
  (await rest(cast.ada).post(`${at}/menu`, { title: 'Packages', url: '/packages', ...fields }))
    .body as MenuItem;

describe('The menu', () => {
  test('links to Packages and Contact until an administrator changes it, and stays empty once emptied', async () => {
    const em = () => running.app.orm.em.fork();
    const titles = async () =>
      ((await rest(cast.ada).get(`${at}/menu`)).body as { title: string }[]).map(({ title }) => title);
    await addFirstMenu(em());
    await addFirstMenu(em());
    expect(await titles()).toEqual(['Packages', 'Contact']);
    for (const { id } of (await rest(cast.ada).get(`${at}/menu`)).body as { id: string }[])
      await rest(cast.ada).delete(`${at}/menu/${id}`);
    await addFirstMenu(em());
    expect(await titles()).toEqual([]);
  });

  test('is empty at first, gets lines, changes one field of them, sorts and deletes them', async () => {
    expect(await rest(cast.vic).get('/api/menu')).toMatchObject({ status: 200, body: [] });
    const one = await add({ title: ' Ünïcode 📦 ' });
    const two = await add({
      title: 'Docs',
      url: 'https://docs.example.test/a?b#c',
      order: 1,
      isExternal: true,
    });
    expect(one).toEqual({
      id: one.id,
      title: 'Ünïcode 📦',
      url: '/packages',
      order: 0,
      isExternal: false,
      isVisible: true,
    });
    expect(await rest(cast.vic).get('/api/menu')).toMatchObject({ body: [{ id: one.id }, { id: two.id }] });
    const hidden = await rest(cast.grace).put(`${at}/menu/${one.id}`, { isVisible: false });
    expect(hidden).toMatchObject({ status: 200, body: { ...one, isVisible: false } });
    expect(await rest(cast.vic).get('/api/menu')).toMatchObject({ body: [{ id: two.id }] });
    expect(await rest(cast.ada).get(`${at}/menu`)).toMatchObject({ body: [{ id: one.id }, { id: two.id }] });
    const order = await rest(cast.ada).post(`${at}/menu-order`, { ids: [two.id] });
    expect(order).toMatchObject({
      status: 200,
      body: [
        { id: two.id, order: 0 },
        { id: one.id, order: 1 },
      ],
    });
    expect(await rest(cast.ada).delete(`${at}/menu/${two.id}`)).toMatchObject({ body: { id: two.id } });
    expect(await rest(cast.ada).get(`${at}/menu`)).toMatchObject({ body: [{ id: one.id }] });
  });

  test('is restored with its IDs when a change is reverted', async () => {
    const one = await add({});
    const two = await add({ title: 'Docs', url: '/docs', order: 1 });
    await rest(cast.ada).delete(`${at}/menu/${one.id}`);
    const { body } = await rest(cast.ada).get('/api/admin/revisions/menu');
    const [last] = body as { id: string; version: number }[];
    expect(last).toMatchObject({ version: 3, changes: [{ field: 'items', before: [one, two] }] });
    expect(await rest(cast.ada).post(`/api/admin/revisions/${last?.id}/revert`, {})).toMatchObject({
      status: 200,
      body: { revertOf: 3, version: 4 },
    });
    expect(await rest(cast.vic).get('/api/menu')).toMatchObject({ body: [one, two] });
  });

  test('accepts at most 50 items, even concurrently', async () => {
    const em = running.app.orm.em.fork();
    const line = { title: 'A', url: '/a', isExternal: false, isVisible: true };
    await em.insertMany(MenuItem, Array.from({ length: 49 }, () => ({ ...line })) as MenuItem[]);
    const answers = await Promise.all([1, 2, 3].map(() => rest(cast.ada).post(`${at}/menu`, line)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      message: 'Menu can have at most 50 items. Delete one first.',
    });
  });

  test.each([
    ['POST', 'menu-order', { ids: [randomUUID()] }, 404, 'Menu item not found'],
    ['POST', 'menu-order', { ids: ['a', 'a'] }, 400, '`ids` names a line twice'],
    ['PUT', 'menu/x', { title: 'A' }, 404, 'Menu item not found'],
    ['DELETE', `menu/${randomUUID()}`, undefined, 404, 'Menu item not found'],
    ['PUT', `social/${randomUUID()}`, { isVisible: false }, 404, 'Social link not found'],
    ['POST', 'menu', {}, 400, 'Title is required'],
    ['POST', 'menu', { title: '\u2060', url: '/' }, 400, 'Title is required'],
    ['POST', 'menu', { title: 'A\nB', url: '/' }, 400, 'Title must be on one line'],
    ['POST', 'menu', { title: 'A'.repeat(61), url: '/' }, 400, 'Title must be 60 characters or less'],
    ['POST', 'menu', { title: 'A', url: ' ' }, 400, 'URL is required'],
    ['POST', 'menu', { title: 'A', url: `/${'a'.repeat(500)}` }, 400, 'URL must be 500 characters or less'],
    ['POST', 'menu', { title: 'A', url: '/', order: -1 }, 400, 'Order must be from 0 to 1000'],
    ['POST', 'menu', { title: 'A', url: '/', order: 'first' }, 400, 'Order must be a whole number'],
    ['POST', 'social', { url: 'https://example.test' }, 400, 'Platform is required'],
    ['POST', 'social', { platform: 'github', url: '/here' }, 400, 'URL must start with https:// or http://'],
    ['PUT', 'branding', { siteName: ' ' }, 400, 'Site name is required'],
    ['PUT', 'branding', { logoWidth: 49 }, 400, 'Logo width must be at least 50 pixels'],
    ['PUT', 'branding', { logoHeight: 201 }, 400, 'Logo height cannot exceed 200 pixels'],
    ['PUT', 'branding', { accentColor: 'red' }, 400, 'Enter the color as # and six digits, such as #2563eb'],
    ['PUT', 'branding', { customCss: 'a{}</StYle ><script>' }, 400, 'Custom CSS must not contain </style'],
    ['PUT', 'branding', { logoUrl: 'https://x.test/a.png' }, 400, 'The logo must be an uploaded image'],
    [
      'PUT',
      'branding',
      { logoUrl: `/uploads/${randomUUID()}.png` },
      400,
      'This image no longer exists. Upload it again.',
    ],
    ['PUT', 'homepage', { heroTitle: '' }, 400, 'Hero title is required'],
    ['PUT', 'homepage', { heroFeatures: Array(7).fill('A') }, 400, 'Hero features can have at most 6 lines'],
    ['PUT', 'footer', { companyName: '' }, 400, 'Company name is required'],
  ])('is refused with a message: %s %s %j', async (method, path, body, status, message) => {
    const headers = { 'content-type': 'application/json' };
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    expect(await rest(cast.ada).send(`${at}/${path}`, request)).toMatchObject({ status, body: { message } });
  });

  const elsewhere =
    'URL must be a path on this site, such as /packages, or start with https://, http:// or mailto:';
  test.each([
    'javascript:alert(1)',
    ' jAvAsCrIpT:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:a',
    'file:///etc/passwd',
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    '\\\\evil.test',
    'packages',
    '#top',
    'https://',
    'https:///x',
    'https://us er.test',
    'https://me:pass@evil.test',
    'mailto:',
    'mailto:nobody',
    '/a\u202eb',
  ])('never links to %j', async (url) => {
    expect(await rest(cast.ada).post(`${at}/menu`, { title: 'A', url })).toMatchObject({
      status: 400,
      body: { message: elsewhere },
    });
  });

  test.each([
    '/',
    '/packages?a=b#c',
    ' /docs ',
    'HTTPS://example.test',
    'http://[::1]:80/',
    'mailto:a@b.test?subject=A',
  ])('can link to %j', async (url) => {
    expect(await rest(cast.ada).post(`${at}/menu`, { title: 'A', url })).toMatchObject({
      status: 200,
      body: { url: url.trim() },
    });
  });
});

test('A link without options comes first, opens here, and is visible', async () => {
  const said = { order: 0, isVisible: true };
  expect(await add({})).toMatchObject({ ...said, isExternal: false });
  const link = { platform: 'github', url: 'https://github.test/us' };
  expect((await rest(cast.ada).post(`${at}/social`, link)).body).toMatchObject({ ...link, ...said });
});

describe('The texts of the site', () => {
  test('are the documented ones until an operator changes them', async () => {
    expect((await rest(cast.vic).get('/api/homepage')).body).toMatchObject({
      heroFeatures: ['14-day free trial', 'No credit card', 'Setup in minutes'],
      statsUsersCount: '500+',
      statsAlertsCount: '24/7',
      statsUptimeCount: '99.9%',
    });
  });

  test('have the documented look until an operator changes it', async () => {
    expect((await rest(cast.vic).get('/api/branding')).body).toMatchObject({
      siteName: 'Netlantern',
      logoUrl: null,
      logoWidth: 150,
      logoHeight: 50,
      primaryColor: '#2563eb',
      secondaryColor: '#64748b',
      accentColor: '#10b981',
      customCss: '',
    });
  });

  test('are saved in part, trimmed, and recorded with their author', async () => {
    await rest(cast.vic).get('/api/homepage');
    const saved = await rest(cast.ada).put(`${at}/homepage`, {
      heroTitle: '  Ünïcode 📦 <b>&</b> ',
      heroFeatures: [' One ', ' ', 'Two'],
    });
    expect(saved).toMatchObject({
      status: 200,
      body: { heroTitle: 'Ünïcode 📦 <b>&</b>', heroFeatures: ['One', 'Two'], statsUsersCount: '500+' },
    });
    expect((await rest(cast.vic).get('/api/homepage')).body).toEqual(saved.body);
    const entries = await running.app.orm.em.fork().find(AuditEntry, {});
    expect(entries).toMatchObject([{ action: 'content.update', subject: 'Homepage', actor: cast.ada.email }]);
  });

  test('create no version if nothing changes', async () => {
    await rest(cast.ada).put(`${at}/footer`, { companyName: 'Netlantern' });
    expect((await rest(cast.ada).get('/api/admin/revisions/footer')).body).toEqual([]);
  });

  test('are not overwritten unseen if someone else saved first', async () => {
    const save = (name: string, person = cast.ada) =>
      as(person).ask(
        'mutation($name: String) { saveFooter(input: { companyName: $name }, version: 0) { companyName } }',
        {
          name,
        },
      );
    expect(await save('One')).toMatchObject({ data: { saveFooter: { companyName: 'One' } } });
    expect(await save('Two', cast.grace)).toMatchObject({
      errors: [
        {
          message:
            "Ada Tester changed this just now. Your edits aren't saved yet. Review their changes, then save again.",
          extensions: { code: 'CONFLICT' },
        },
      ],
    });
    expect((await rest(cast.vic).get('/api/footer')).body).toMatchObject({ companyName: 'One' });
  });
});
