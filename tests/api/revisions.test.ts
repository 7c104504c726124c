import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MenuItem } from '#api/features/website/navigation.entity.ts';
import { ContentPart } from '#api/features/revisions/content-part.store.ts';
import { Revision } from '#api/features/revisions/revision.entity.ts';
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
});
afterAll(async () => {
  await one.close();
  await other.close();
});
beforeEach(async () => {
  await emptyDatabase();
  one.app.content.changed();
  cast = await enter(one);
});

const at = '/api/admin/website';
const read = async (path: string) => (await rest(cast.vic).get(path)).body;

/** A change as it was noted by an earlier version of the product: older than the first that is made here. */
async function noted(part: ContentPart, before: object): Promise<string> {
  const em = one.app.orm.em.fork();
  const change = em.create(Revision, {
    part,
    version: 0,
    by: 'Ada',
    at: new Date(),
    before,
    after: {},
  } as never);
  await em.persist(change).flush();
  return (change as Revision).id;
}
const revert = (id: string, person = cast.ada) => rest(person).post(`/api/admin/revisions/${id}/revert`, {});

test('A change from before fields were renamed is reverted as far as they still exist', async () => {
  const cases: [part: ContentPart, path: string, before: object, after: object][] = [
    [ContentPart.footer, '/api/footer', { companyName: 'Old firm', gone: 'x' }, { companyName: 'Old firm' }],
    [
      ContentPart.platform_branding,
      '/api/admin/branding',
      { platformName: 'Old name', gone: { deep: 1 } },
      { platformName: 'Old name', primaryColor: '#3b82f6' },
    ],
    [
      ContentPart.menu,
      '/api/menu',
      { items: [{ id: cast.ada.userId, title: 'Old', url: '/old', gone: 1 }] },
      [{ id: cast.ada.userId, title: 'Old', url: '/old', order: 0, isExternal: false, isVisible: true }],
    ] as never,
  ];
  for (const [part, path, before, after] of cases) {
    const { status, body } = await revert(await noted(part, before));
    expect([part, status]).toEqual([part, 200]);
    expect(JSON.stringify(body)).not.toContain('gone');
    const present = path.startsWith('/api/admin') ? (await rest(cast.ada).get(path)).body : await read(path);
    expect(present).toMatchObject(after);
  }
});

test('A change of a very long text shows the lines that differ, and is reverted completely', async () => {
  const rules = Array.from({ length: 5000 }, (_, n) => `/old-${n} -> /new-${n}`);
  const save = (lines: string[]) =>
    rest(cast.ada).put('/api/admin/seo/advanced', { redirectRules: lines.join('\n') });
  await save(rules);
  expect((await save(rules.with(3000, '/old-3000 -> /other').with(3002, '/x -> /y'))).status).toBe(200);
  const { body, text } = await rest(cast.ada).get('/api/admin/revisions/advanced_seo');
  const [last] = body as { id: string; changes: object[] }[];
  expect(last?.changes).toEqual([
    {
      field: 'redirectRules',
      before: '…\n/old-3000 -> /new-3000\n/old-3001 -> /new-3001\n/old-3002 -> /new-3002\n…',
      after: '…\n/old-3000 -> /other\n/old-3001 -> /new-3001\n/x -> /y\n…',
    },
  ]);
  // The first made all of them, and shows as many as anyone reads.
  expect(text.length).toBeLessThan(30_000);
  await revert(last!.id);
  const stored = (await rest(cast.ada).get('/api/admin/seo/advanced')).body as { redirectRules: string };
  expect(stored.redirectRules).toBe(rules.join('\n'));
});

test('A change reverted twice at once is reverted once', async () => {
  await rest(cast.ada).put(`${at}/footer`, { companyName: 'Other firm' });
  const [change] = (await rest(cast.ada).get('/api/admin/revisions/footer')).body as { id: string }[];
  const answers = await Promise.all([revert(change!.id), revert(change!.id, cast.grace)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await read('/api/footer')).toMatchObject({ companyName: 'Netlantern' });
  expect((await rest(cast.ada).get('/api/admin/revisions/footer')).body).toHaveLength(2);
});

test('Concurrent saves on two nodes create two versions, or one gets a conflict', async () => {
  const save = (server: Running, name: string, version: number | null) =>
    as({ ...cast.ada, server } as never).ask(
      `mutation($version: Int) { saveFooter(input: { companyName: "${name}" }, version: $version) { companyName } }`,
      { version },
    );
  const knowing = await Promise.all([save(one, 'A', 0), save(other, 'B', 0)]);
  const refused = knowing.flatMap(({ errors = [] }) => errors.map(({ extensions }) => extensions?.['code']));
  expect(refused).toEqual(['CONFLICT']);
  const unknowing = await Promise.all([save(one, 'C', null), save(other, 'D', null)]);
  expect(unknowing.flatMap(({ errors = [] }) => errors)).toEqual([]);
  const versions = (await rest(cast.ada).get('/api/admin/revisions/footer')).body as { version: number }[];
  expect(versions.map(({ version }) => version)).toEqual([3, 2, 1]);
});

test('Items added at once all exist, in one history', async () => {
  const add = (title: string) => rest(cast.ada).post(`${at}/menu`, { title, url: '/a' });
  await Promise.all(['A', 'B', 'C', 'D'].map(add));
  expect(await one.app.orm.em.fork().count(MenuItem)).toBe(4);
  const changes = (await rest(cast.ada).get('/api/admin/revisions/menu')).body as { version: number }[];
  expect(changes.map(({ version }) => version)).toEqual([4, 3, 2, 1]);
});

test.each(['nothing', '00000000-0000-4000-8000-000000000000'])(
  'An unchanged value creates no version: %s',
  async (id) =>
    expect(await revert(id)).toMatchObject({ status: 404, body: { message: 'Change not found' } }),
);
