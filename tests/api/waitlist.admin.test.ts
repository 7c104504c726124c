import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import type { Package } from '#api/features/packages/package.entity.ts';
import { WaitlistEntry } from '#api/features/waitlist/waitlist-entry.entity.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { addEntries, addPackage } from './waitlist.list.ts';

let running: Running;
let cast: Cast;
let professional: Package;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
  professional = await addPackage(running);
});

const path = '/api/admin/waitlist';
const admin = () => rest(cast.ada);
const emailsOf = (body: unknown) => (body as { email: string }[]).map(({ email }) => email);
const found = async (page: object) => {
  const { data } = await as(cast.ada).ask(
    'query($search: String, $after: ID, $first: Int) { waitlist(search: $search, after: $after, first: $first) { id email } }',
    { ...page },
  );
  return data?.['waitlist'] as { id: string; email: string }[];
};

describe('The waitlist', () => {
  test('contains the documented entries, newest first', async () => {
    await addEntries(running, professional, ['a@x.test', 'b@x.test']);
    const { body } = await admin().get(path);
    expect(emailsOf(body)).toEqual(['b@x.test', 'a@x.test']);
    expect(Object.keys((body as object[])[0]!).sort()).toEqual([
      'createdAt',
      'email',
      'id',
      'packageId',
      'packageName',
      'unsubscribedAt',
    ]);
  });

  test.each(['vic', 'alice'] as const)('is not available to others: %s', async (who) => {
    for (const call of [path, `${path}/summary`, `${path}/csv`])
      expect((await rest(cast[who]).get(call)).status).toBe(who === 'vic' ? 401 : 403);
  });

  test('can be searched by address and package, in any case, without wildcards', async () => {
    await addEntries(running, professional, ['anna@x.test', 'b_b@x.test', 'ünal@x.test']);
    await addEntries(running, null, ['carl@x.test']);
    const emails = async (search: string) => (await found({ search })).map(({ email }) => email);
    expect(await emails('ANNA')).toEqual(['anna@x.test']);
    expect(await emails('old plan')).toEqual(['carl@x.test']);
    expect(await emails('x.test professional')).toHaveLength(3);
    expect(await emails('Ünal')).toEqual(['ünal@x.test']);
    expect(await emails('%')).toEqual([]);
    expect(await emails('_')).toEqual(['b_b@x.test']);
    expect(await emails("' or 1=1 --")).toEqual([]);
  });

  test('is paged', async () => {
    await addEntries(
      running,
      professional,
      Array.from({ length: 7 }, (_, at) => `${at}@x.test`),
    );
    const first = await found({ first: 3 });
    const second = await found({ first: 3, after: first.at(-1)!.id });
    const third = await found({ first: 3, after: second.at(-1)!.id });
    expect([...first, ...second, ...third].map(({ email }) => email[0])).toEqual([...'6543210']);
  });

  test('is summarized in figures', async () => {
    const starter = await addPackage(running, { name: 'Starter Plan' });
    expect((await admin().get(`${path}/summary`)).body).toEqual({
      count: 0,
      mostPopular: null,
      lastSevenDays: 0,
      unsubscribed: 0,
      perPackage: [],
    });
    await addEntries(running, professional, ['a@x.test', 'b@x.test'], {
      createdAt: new Date(Date.now() - 8 * 86_400_000),
    });
    await addEntries(running, starter, ['c@x.test', 'd@x.test', 'e@x.test'], { unsubscribedAt: new Date() });
    await addEntries(running, null, ['f@x.test']);
    expect((await admin().get(`${path}/summary`)).body).toEqual({
      count: 6,
      mostPopular: 'Starter Plan',
      lastSevenDays: 4,
      unsubscribed: 3,
      perPackage: [
        { packageId: starter.id, packageName: 'Starter Plan', count: 3 },
        { packageId: professional.id, packageName: 'Professional Plan', count: 2 },
        { packageId: null, packageName: 'Old Plan', count: 1 },
      ],
    });
  });

  test('can be downloaded as a file without formulas', async () => {
    const evil = await addPackage(running, { name: '=HYPERLINK("http://evil.test")' });
    await addEntries(running, evil, ['+1@x.test', 'ünal🚨@x.test']);
    const answer = await admin().get(`${path}/csv`);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment');
    const response = await fetch(running.url + `${path}/csv`, {
      headers: { authorization: `Bearer ${cast.ada.token}` },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head, first, second] = bytes.subarray(3).toString('utf8').split('\r\n');
    expect(head).toBe('Email,Package,Joined,Unsubscribed');
    expect(first).toMatch(/^'\+1@x\.test,"'=HYPERLINK\(""http:\/\/evil\.test""\)",\d{4}-\d\d-\d\dT.*Z,$/);
    expect(second).toContain('ünal🚨@x.test');
  });

  test('can have an entry deleted, which is recorded once', async () => {
    const [entry] = await addEntries(running, professional, ['a@x.test', 'b@x.test']);
    const answers = await Promise.all(
      [1, 2].map(() => admin().send(`${path}/${entry!.id}`, { method: 'DELETE' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(emailsOf((await admin().get(path)).body)).toEqual(['b@x.test']);
    const em = running.app.orm.em.fork();
    expect(await em.find(AuditEntry, {}, { orderBy: { id: 'asc' } })).toMatchObject([
      { action: 'waitlist.delete', subject: 'a@x.test', actor: cast.ada.email },
      // Reading the whole list is an export.
      { action: 'waitlist.export' },
    ]);
    expect(await em.count(WaitlistEntry)).toBe(1);
  });
});
