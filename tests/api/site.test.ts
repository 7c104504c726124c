import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addFirstPackages } from '#api/features/packages/packages.service.ts';
import { Currency } from '#api/features/packages/package.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { pageAt, type Page } from '#tests/support/site.ts';

let one: Running;
let other: Running;
let cast: Cast;

beforeAll(async () => {
  one = await startServer();
  other = await startServer();
});
afterAll(async () => {
  await one.close();
  await other.close();
});
beforeEach(async () => {
  await emptyDatabase();
  await addFirstPackages(one.app.orm.em.fork(), Currency.GBP);
  one.app.content.changed();
  cast = await enter(one);
});

const at = '/api/admin/website';
const open = (path: string, server = one): Promise<Page> => pageAt(server.url, path);

test.each([
  ['/', 'Know what broke before anyone calls', 'Netlantern: know what broke in your UniFi network first'],
  ['/old', 'Real-time monitoring', 'Network monitoring · Netlantern'],
  ['/packages', 'Professional', 'Packages · Netlantern'],
  ['/contact', 'Message', 'Contact · Netlantern'],
  ['/waitlist', 'Invalid Request', 'Invalid Request · Netlantern'],
  ['/privacy', 'Privacy Policy', 'Privacy Policy · Netlantern'],
  ['/terms', 'Terms', 'Terms of Service · Netlantern'],
])('%s arrives with its content, title and description', async (path, words, title) => {
  const page = await open(path);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers.get('cache-control')).toBe('private, no-cache');
  expect(page.text.includes(words)).toBe(true);
  expect([page.text.match(/<h1[\s>]/g)?.length, page.titles]).toEqual([1, [title]]);
  expect(page.meta('description').length).toBeGreaterThan(50);
  expect(page.canonical).toBe(`http://netlantern.test${path}`);
  // The policy refuses them, and what they say would be missing.
  expect(page.text.match(/<[^>]+ style="/)).toBeNull();
  expect(page.text.length).toBeLessThan(150_000);
});

test('An unknown address returns 404 with the matching screen', async () => {
  for (const path of ['/nowhere', '/admin2', '/contact/us']) expect((await open(path)).status).toBe(404);
  for (const path of ['/alerts', '/Alerts/one']) expect((await open(path)).status).toBe(200);
  expect((await open('/nowhere')).text).toContain('<div id="root">');
  for (const path of ['/dev/nothing', '/hooks/nothing', '/api/nothing']) {
    const page = await open(path);
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
  }
});

test('The screens’ data is in the page, so that a browser need not request it again', async () => {
  const { state } = await open('/packages');
  const query = state['ROOT_QUERY'] as Record<string, unknown>;
  expect(Object.keys(query)).toEqual(
    expect.arrayContaining(['packages', 'stripeConfig', 'siteBranding', 'footer', 'menu']),
  );
  expect(JSON.stringify(state)).toContain('Professional');
});

test('The waitlist page uses the package in its URL, and no other parameter', async () => {
  const { state } = await open('/packages');
  const [id] = Object.keys(state).flatMap((key) => /^Package:(.+)$/.exec(key)?.[1] ?? []);
  const page = await open(`/waitlist?utm_source=x&packageId=${id}&packageName=Whatever`);
  expect(['Join the waitlist', 'utm_source'].map((words) => page.text.includes(words))).toEqual([
    true,
    false,
  ]);
  for (const odd of [
    '',
    '?packageId=%00&packageName=%F0%9F%98%80',
    '?packageId=a&packageId=b',
    '?%',
    '?app2',
  ])
    expect([odd, (await open(`/waitlist${odd}`)).text.includes('Invalid Request')]).toEqual([odd, true]);
  const endless = await open(`/waitlist?packageId=${'x'.repeat(600)}&packageName=y`);
  expect([endless.status, endless.text.includes('data-site')]).toEqual([200, false]);
});

test('Someone who is signed in gets the app instead of the page', async () => {
  for (const path of ['/?app', '/packages?app=', '/auth', '/nonsense'])
    expect([path, (await open(path)).text.includes('data-site')]).toEqual([path, false]);
  expect((await open('/packages/')).canonical).toBe('http://netlantern.test/packages');
});

test('A differently spelled address shows the same page, and an invalid one causes no error', async () => {
  for (const [path, words] of [
    ['/%70ackages', 'Professional'],
    ['//', 'Know what broke before anyone calls'],
  ] as const)
    expect([path, (await open(path)).text.includes(words)]).toEqual([path, true]);
  for (const path of ['//packages', '/packages//', '/packages%00', '/packages;x'])
    expect([path, (await open(path)).status < 500]).toEqual([path, true]);
});

test('A burst of visitors causes no database queries', async () => {
  const paths = ['/', '/packages', '/contact', '/privacy', '/waitlist?packageId=a&packageName=b'];
  for (const path of paths) await open(path);
  const asked = vi.spyOn(one.app.orm.config.getLogger(), 'logQuery');
  const pages = await Promise.all(Array.from({ length: 100 }, (_, n) => open(paths[n % paths.length]!)));
  expect(pages.filter(({ status }) => status !== 200)).toEqual([]);
  expect(asked.mock.calls.map(([{ query }]) => query)).toEqual([]);
  asked.mockRestore();
});

test('What an operator saves is in the pages of every node immediately', async () => {
  const { ada } = cast;
  const saves: [path: string, text: string, save: () => Promise<{ status: number }>][] = [
    ['/', 'Other hero', () => rest(ada).put(`${at}/homepage`, { heroTitle: 'Other hero' })],
    ['/terms', '· Other site', () => rest(ada).put(`${at}/branding`, { siteName: 'Other site' })],
    ['/terms', '.red{color:red}', () => rest(ada).put(`${at}/branding`, { customCss: '.red{color:red}' })],
    ['/contact', 'Other page', () => rest(ada).post(`${at}/menu`, { title: 'Other page', url: '/a' })],
    ['/privacy', 'Other firm', () => rest(ada).put(`${at}/footer`, { companyName: 'Other firm' })],
    ['/', 'Other title', () => rest(ada).put('/api/admin/seo', { pageTitle: 'Other title' })],
    ['/terms', '#123456', () => rest(ada).put(`${at}/branding`, { primaryColor: '#123456' })],
  ];
  for (const [path, text, save] of saves) {
    expect([text, (await open(path, other)).text.includes(text)]).toEqual([text, false]);
    expect([text, (await save()).status]).toEqual([text, 200]);
    expect([text, (await open(path)).text.includes(text)]).toEqual([text, true]);
    const there = async () => expect((await open(path, other)).text.includes(text)).toBe(true);
    await vi.waitFor(there, { timeout: 2000 });
  }
});

test('If a page can’t be rendered the app shows it, and the log says why', async () => {
  const broken = await startServer({
    schema: (schema) => {
      schema.getQueryType()!.getFields()['homepage']!.resolve = () => {
        throw new Error('no homepage today');
      };
    },
  });
  try {
    const page = await open('/', broken);
    expect([page.status, page.text.includes('data-site')]).toEqual([200, false]);
    expect(page.text.includes('/assets/')).toBe(true);
    expect(
      broken.logged.find((line) => line.includes('Failed to render a page of the public site')),
    ).toContain('no homepage today');
    expect((await open('/terms', broken)).text.includes('data-site')).toBe(true);
  } finally {
    await broken.close();
  }
});
