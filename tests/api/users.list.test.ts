import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Package } from '#api/features/packages/package.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addPerson, enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { UsersDocument } from '#web/gql/graphql.ts';

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
});

const rows = () => running.app.orm.em.fork();
const ask = (variables: { search?: string; after?: string; first?: number } = {}) =>
  as(cast.ada).run(UsersDocument, { first: 200, ...variables });
const names = async (search?: string) => (await ask({ search })).users.map(({ firstName }) => firstName);

/** People who joined at the same moment: only their ids tell them apart. */
async function addMany(count: number): Promise<void> {
  const em = rows();
  const createdAt = new Date('2026-01-01T00:00:00Z');
  await em.insertMany(
    User,
    Array.from({ length: count }, (_, n) =>
      Object.assign(new User(), {
        email: `many-${n}@netlantern.test`,
        passwordHash: 'none',
        firstName: `Many ${n}`,
        lastName: 'Person',
        companyName: 'Crowd',
        createdAt,
      }),
    ),
  );
}

/** Gives everyone one of twenty packages. */
async function givePackages(): Promise<void> {
  const em = rows();
  const offers = Array.from({ length: 20 }, (_, n) =>
    Object.assign(new Package(), { name: `Package ${n}`, price: '1' }),
  );
  (await em.find(Team, {})).forEach((team, n) => (team.package = offers[n % 20]!));
  await em.flush();
}

describe('The list of users', () => {
  test('is sorted with the newest first, over GraphQL and REST', async () => {
    const { body } = await rest(cast.ada).get('/api/admin/users');
    const expected = ['Grace', 'Ada', 'Bob', 'Alice'];
    expect((body as { firstName: string }[]).map(({ firstName }) => firstName)).toEqual(expected);
    expect(await names()).toEqual(expected);
    expect((body as object[])[0]).toMatchObject({
      id: cast.grace.userId,
      email: cast.grace.email,
      lastName: 'Tester',
      companyName: "Grace's company",
      role: 'super_admin',
      suspended: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      stripeSubscriptionId: null,
    });
  });

  test('is complete if no page is requested, as documented', async () => {
    await addMany(450);
    const { status, body } = await rest(cast.ada).get('/api/admin/users');
    expect(status).toBe(200);
    expect(new Set((body as { id: string }[]).map(({ id }) => id)).size).toBe(454);
    const found = await rest(cast.ada).get('/api/admin/users?search=many');
    expect(found.body).toHaveLength(450);
    expect((await rest(cast.bob).get('/api/admin/users')).status).toBe(403);
  });

  test('returns up to 200 users per page, and the rest page by page, each once', async () => {
    await addMany(450);
    const seen: string[] = [];
    let after: string | undefined;
    for (const size of [200, 200, 54]) {
      const { users, userCount } = await ask({ after });
      expect([users.length, userCount]).toEqual([size, 454]);
      seen.push(...users.map(({ id }) => id));
      after = users.at(-1)?.id;
    }
    expect(new Set(seen).size).toBe(454);
    expect((await ask({ after })).users).toEqual([]);
  });

  test('skips and repeats no one when someone joins between two pages', async () => {
    await addMany(20);
    const one = (await ask({ first: 10 })).users;
    await addPerson(running, { firstName: 'Late' });
    const two = (await ask({ first: 200, after: one.at(-1)!.id })).users;
    const shown = [...one, ...two].map(({ id }) => id);
    expect(new Set(shown).size).toBe(24);
    expect(shown).toHaveLength(24);
    expect(await names()).toContain('Late');
  });

  test.each([
    [{ first: 0 }, '`first` must be 1 or more'],
    [{ first: -1 }, '`first` must be 1 or more'],
    [{ first: 201 }, '`first` must be 200 or less'],
    [{ search: 'x'.repeat(201) }, 'Search must be 200 characters or less'],
    [{ search: '\0' }, 'The text contains characters that cannot be stored'],
  ])('refuses %j', async (variables, message) => {
    await expect(ask(variables)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', message });
    const query = new URLSearchParams(Object.entries(variables).map(([key, value]) => [key, String(value)]));
    const answer = await rest(cast.ada).get(`/api/admin/users?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { message } });
  });

  test('rejects an unknown cursor', async () => {
    for (const after of ['1', "' or true --", '00000000-0000-4000-8000-000000000000']) {
      await expect(ask({ after })).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'User not found' });
    }
  });

  test('needs as many queries for two hundred users as for one', async () => {
    await addMany(300);
    await givePackages();
    await ask();
    const statements = vi.spyOn(running.app.orm.config.getLogger(), 'logQuery');
    const asked = async (first: number) => {
      statements.mockClear();
      await ask({ first });
      return statements.mock.calls.length;
    };
    const forOne = await asked(1);
    expect(forOne).toBeGreaterThan(1);
    expect(await asked(200)).toBe(forOne);
    statements.mockRestore();
  });
});

describe('A search', () => {
  beforeEach(async () => {
    await addPerson(running, { firstName: 'Jürgen', lastName: 'Öztürk', email: 'j_o%z@büro.test' });
    await addPerson(running, { firstName: 'ИВАН', lastName: 'Петров', email: 'ivan@netlantern.test' });
    await addPerson(running, { firstName: '雷', lastName: "O'Brien 🏮", email: 'back\\slash@x.test' });
  });

  test.each([
    ['jürgen', 'Jürgen'],
    ['ÖZTÜRK', 'Jürgen'],
    ['ju\u0308rgen', 'Jürgen'],
    ['  Öztürk   jürgen ', 'Jürgen'],
    ['rgen özt', 'Jürgen'],
    ['@BÜRO', 'Jürgen'],
    ['%', 'Jürgen'],
    ['_o%', 'Jürgen'],
    ['иван', 'ИВАН'],
    ['雷', '雷'],
    ['🏮', '雷'],
    ["o'b", '雷'],
    ['\\', '雷'],
    ['bob@netlantern', 'Bob'],
  ])('for %j finds %s only', async (search, name) => {
    expect(await names(search)).toEqual([name]);
    expect((await ask({ search })).userCount).toBe(1);
    const { body } = await rest(cast.ada).get(`/api/admin/users?search=${encodeURIComponent(search)}`);
    expect(body).toEqual([expect.objectContaining({ firstName: name })]);
  });

  test.each(['alice bob', "' or '1'='1", '%%', 'al_ce', '.*', '"]', '${1}', '?', '$1', ':search'])(
    'for %j finds no one',
    async (search) => {
      expect(await ask({ search })).toEqual({ users: [], userCount: 0 });
    },
  );

  test('for nothing finds everyone', async () => {
    for (const search of ['', '   ']) expect((await ask({ search })).userCount).toBe(7);
  });

  test('does not search companies', async () => {
    expect(await names("Alice's company")).toEqual([]);
  });
});
