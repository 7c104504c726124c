// What the list of people offers beside its search: filters, order, pages by number, and a file.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Package } from '#api/features/packages/package.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addPerson, enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer();
  await emptyDatabase();
  cast = await enter(running);
  const em = running.app.orm.em.fork();
  const pack = Object.assign(new Package(), { name: 'Zebra', price: '29.99' });
  await em.persist(pack).flush();
  await addPerson(running, {
    firstName: '=cmd()',
    lastName: 'Ärger, "quoted"',
    companyName: 'alpha',
    suspended: true,
    package: pack,
  });
  await addPerson(running, { firstName: 'eve', emailVerifiedAt: null, companyName: 'Beta' });
  const days = {
    '=cmd()': '2026-01-31T23:59:59.999Z',
    eve: '2026-02-01T00:00:00Z',
    Bob: '2026-02-02T12:00:00Z',
  };
  for (const [firstName, day] of Object.entries(days))
    await em.nativeUpdate(User, { firstName }, { createdAt: new Date(day) });
  await em.nativeUpdate(User, { firstName: 'Bob' }, { lastSignInAt: new Date() });
});
afterAll(() => running.close());

const names = async (query: Record<string, string | number | boolean>) => {
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const { status, body } = await rest(cast.ada).get(`/api/admin/users?${search}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as { firstName: string }[]).map(({ firstName }) => firstName);
};
const everybody = ['=cmd()', 'Ada', 'Alice', 'Bob', 'Grace', 'eve'];

describe('The list of users', () => {
  test.each([
    [{ status: 'suspended' }, ['=cmd()']],
    [{ status: 'unverified' }, ['eve']],
    [{ status: 'active', role: 'user' }, ['Alice', 'Bob']],
    [{ role: 'super_admin' }, ['Grace']],
    [{ subscription: 'pro' }, []],
    [{ subscription: 'free', search: 'b' }, ['Bob']],
    [{ joinedSince: '2026-02-02', role: 'user' }, ['Alice', 'Bob']],
    [{ joinedUntil: '2026-01-31' }, ['=cmd()']],
    [{ joinedSince: '2026-02-01', joinedUntil: '2026-02-01' }, ['eve']],
    [{ joinedSince: '0001-01-01', joinedUntil: '9999-12-31' }, everybody],
    [{ joinedSince: '9999-12-31' }, []],
  ])('filtered by %j is %j, with the same count', async (query, expected) => {
    expect((await names(query)).sort()).toEqual(expected);
    const counted = await rest(cast.ada).get(`/api/admin/users/count?${new URLSearchParams(query)}`);
    expect(counted.body).toEqual({ count: expected.length });
  });

  test.each([
    ['name', ['=cmd()', 'Ada', 'Alice', 'Bob', 'eve', 'Grace']],
    ['company', ["Ada's company", "Alice's company", 'alpha', 'Beta', "Bob's company", "Grace's company"]],
    ['role', ['Grace']],
    ['status', ['=cmd()']],
    ['package', ['=cmd()']],
    ['lastSignIn', ['Bob']],
    ['email', undefined],
    ['subscription', undefined],
    ['joined', undefined],
  ])('can be sorted by %s, both ways, across pages', async (sort, expected) => {
    for (const descending of [false, true]) {
      const all = await names({ sort, descending });
      expect([...all].sort()).toEqual(everybody);
      const shown = sort === 'company' ? await companies(descending) : all;
      const inOrder = descending ? [...shown].reverse() : shown;
      if (expected) expect(inOrder.slice(-expected.length)).toEqual(expected);
      const bySkip = [0, 2, 4, 6].map((skip) => names({ sort, descending, skip, first: 2 }));
      expect((await Promise.all(bySkip)).flat()).toEqual(all);
      expect(await byCursor({ sort, descending })).toEqual(all);
    }
  });

  test.each([
    [{ sort: 'passwordHash' }, /^Sort must be one of joined, name/],
    [{ status: 'gone' }, 'Status must be one of active, unverified, suspended'],
    [{ joinedSince: 'yesterday' }, 'Joined since must be a day such as 2026-11-22'],
    [{ joinedUntil: '2026-13-01' }, 'Joined until must be a day such as 2026-11-22'],
    [{ joinedSince: '0000-01-01' }, 'Joined since must be a day such as 2026-11-22'],
    [{ skip: '-1' }, '`skip` must be 0 or more'],
    [{ skip: '99999999' }, '`skip` must be 10,000,000 or less'],
  ])('refuses %j', async (query, message) => {
    const answer = await rest(cast.ada).get(`/api/admin/users?${new URLSearchParams(query)}`);
    expect(answer.status).toBe(400);
    expect((answer.body as { message: string }).message).toMatch(message);
  });
});

describe('The file of users', () => {
  const file = (query = '') => rest(cast.ada).get(`/api/admin/users/csv${query}`);

  test('contains all that match, as text, without formulas', async () => {
    const { status, headers, text } = await file('?sort=name');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const lines = text.trim().split('\r\n');
    expect(lines[0]).toMatch(
      /First name,Last name,Email,Company,Role,Status,Package,Subscription,Joined,Last sign-in$/,
    );
    expect(lines[1]).toMatch(
      /^'=cmd\(\),"Ärger, ""quoted""",.*,alpha,user,Suspended,Zebra,Free,2026-01-31T23:59:59.999Z,$/,
    );
    expect(lines).toHaveLength(7);
    expect((await file('?search=bob')).text.trim().split('\r\n')).toHaveLength(2);
  });

  test('is for administrators only', async () => {
    for (const path of ['/api/admin/users/csv', '/api/admin/users/count']) {
      expect((await rest(cast.bob).get(path)).status).toBe(403);
      expect((await rest(cast.vic).get(path)).status).toBe(401);
    }
  });
});

async function companies(descending: boolean): Promise<string[]> {
  const { body } = await rest(cast.ada).get(`/api/admin/users?sort=company&descending=${descending}`);
  return (body as { companyName: string }[]).map(({ companyName }) => companyName);
}

/** Two at a time, each page after the last person of the one before. */
async function byCursor(order: { sort: string; descending: boolean }): Promise<string[]> {
  const shown: string[] = [];
  let after: string | null = null;
  for (;;) {
    const { data } = await as(cast.ada).ask(
      `query ($after: ID, $descending: Boolean) {
        users(sort: ${order.sort}, descending: $descending, after: $after, first: 2) { id firstName } }`,
      { after, descending: order.descending },
    );
    const { users } = data as { users: { id: string; firstName: string }[] };
    if (users.length === 0) return shown;
    shown.push(...users.map(({ firstName }) => firstName));
    after = users.at(-1)!.id;
  }
}
