import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addFirstPackages } from '#api/features/packages/packages.service.ts';
import { Currency } from '#api/features/packages/package.entity.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let one: Running;
let other: Running;
let cast: Cast;

beforeAll(async () => {
  one = await startServer();
  other = await startServer();
  await emptyDatabase();
  await addFirstPackages(one.app.orm.em.fork(), Currency.GBP);
  cast = await enter(one);
});
afterAll(async () => {
  await one.close();
  await other.close();
});

const at = '/api/admin/website';
const reads = ['branding', 'menu', 'footer', 'social', 'homepage'].map((name) => `/api/${name}`);
/** What public pages show besides, which no one may keep. */
const others = ['/api/packages', '/api/stripe/config', '/api/contact/contact-settings'];
const visitorAt = (server: Running) => rest({ server, token: null });

test('A burst of visitors causes no database queries, over GraphQL or REST, and may cache the response', async () => {
  for (const path of reads) {
    const { status, headers } = await visitorAt(one).get(path);
    expect({ path, status, kept: headers.get('cache-control') }).toEqual({
      path,
      status: 200,
      kept: 'public, max-age=300',
    });
  }
  for (const path of others) await visitorAt(one).get(path);
  const asked = vi.spyOn(one.app.orm.config.getLogger(), 'logQuery');
  const document =
    '{ siteBranding { siteName } menu { id } footer { companyName } homepage { heroTitle } packages { id } stripeConfig { purchasingEnabled } }';
  const burst = Array.from({ length: 200 }, (_, n) =>
    n % 4 === 0
      ? as({ server: one, token: null }).ask(document)
      : visitorAt(one).get([...reads, ...others][n % (reads.length + others.length)]!),
  );
  const answers = await Promise.all(burst);
  expect(
    answers.filter((answer) => 'errors' in answer || ('status' in answer && answer.status !== 200)),
  ).toEqual([]);
  expect(asked.mock.calls.map(([{ query }]) => query)).toEqual([]);
  one.app.content.changed();
  await visitorAt(one).get('/api/menu');
  expect(asked).toHaveBeenCalledTimes(1);
  asked.mockRestore();
});

test('A change saved on one node is read on every node immediately', async () => {
  const read = async (path: string) => JSON.stringify((await visitorAt(other).get(path)).body);
  const saves: [path: string, text: string, save: () => Promise<unknown>][] = [
    ['/api/branding', 'Other site', () => rest(cast.ada).put(`${at}/branding`, { siteName: 'Other site' })],
    ['/api/homepage', 'Other hero', () => rest(cast.ada).put(`${at}/homepage`, { heroTitle: 'Other hero' })],
    ['/api/footer', 'Other firm', () => rest(cast.ada).put(`${at}/footer`, { companyName: 'Other firm' })],
    ['/api/menu', 'Other page', () => rest(cast.ada).post(`${at}/menu`, { title: 'Other page', url: '/a' })],
    [
      '/api/social',
      'https://a.test',
      () => rest(cast.ada).post(`${at}/social`, { platform: 'github', url: 'https://a.test' }),
    ],
  ];
  for (const [path, text, save] of saves) {
    expect(await read(path)).not.toContain(text);
    await save();
    expect(JSON.stringify((await visitorAt(one).get(path)).body)).toContain(text);
    await vi.waitFor(async () => expect(await read(path)).toContain(text), { timeout: 2000, interval: 10 });
  }
});

test('Changed packages and an opened shop are read on every node immediately', async () => {
  const kept = async () => {
    const [packages, shop] = await Promise.all(
      ['/api/packages', '/api/stripe/config'].map((path) => visitorAt(other).get(path)),
    );
    return JSON.stringify([packages?.body, shop?.body]);
  };
  const [first, second] = (await rest(cast.ada).get('/api/admin/packages')).body as { id: string }[];
  const deeds = [
    () => rest(cast.ada).put('/api/admin/purchasing-enabled', { enabled: true }),
    () =>
      rest(cast.ada).post('/api/admin/stripe/config', {
        publishableKey: 'pk_test_abcdefgh',
        secretKey: 'sk_test_abcdefgh',
      }),
    () => rest(cast.ada).put(`/api/admin/packages/${first?.id}`, { description: 'Other' }),
    () => rest(cast.ada).post('/api/admin/package-order', { ids: [second?.id] }),
    () => rest(cast.ada).delete(`/api/admin/packages/${first?.id}`),
  ];
  for (const deed of deeds) {
    const before = await kept();
    expect(await kept()).toBe(before);
    expect(await deed()).toMatchObject({ status: 200 });
    await vi.waitFor(async () => expect(await kept()).not.toBe(before), {
      timeout: 2000,
      interval: 10,
    });
  }
});
