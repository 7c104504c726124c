// The list of a team's controllers, through the front door.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { as } from '#tests/support/as.ts';
import { rest } from '#tests/support/rest.ts';
import type { Person } from '#tests/support/people.ts';
import { Rounds } from '#tests/support/rounds.ts';
import { ControllerPageDocument } from '#web/gql/graphql.ts';

let rounds: Rounds;
let bob: Person;

/** Name, status, whether it lies beyond the package, and the name of its site; the oldest first. */
const rows = [
  ['Site 10', 'online', false, 'Main Street'],
  ['site 2', 'online', false, 'Main Street'],
  ['Übung 3', 'online', false, null],
  ['Uhlen', 'online', false, null],
  ['Vault', 'online', false, null],
  ['Late', 'error', true, 'Harbour 100%'],
  ['New', 'pending', false, null],
  ['Down', 'offline', false, 'Zürich_Bahnhof'],
  ['Broken', 'error', false, null],
] as const;

beforeAll(async () => {
  rounds = await Rounds.start();
  await rounds.begin({ keys: [] });
  bob = await rounds.person('Bob');
  const add = async (team: string, at: number) => {
    const [name, status, overLimit, site] = rows[at]!;
    await rounds.running.app.orm.em.execute(
      `insert into controller (team_id, name, api_key, api_key_tail, status, over_limit, selected_site_name,
                               next_poll_at, last_sync, created_at)
       values (?, ?, 'none', '0000', ?, ?, ?, null, ?, ?)`,
      [team, name, status, overLimit, site, day(at + 1), day(at + 1)],
    );
  };
  for (const at of rows.keys()) await add(rounds.alice.teamId, at);
  await add(bob.teamId, 7);
});
afterAll(async () => {
  await rounds.end();
  await rounds.running.close();
});

const day = (of: number) => `2026-11-0${of}T10:00:00Z`;
const page = (search: string | null = null, first = 50, skip = 0) =>
  as(rounds.alice).run(ControllerPageDocument, { search, first, skip });
const names = async (...about: Parameters<typeof page>) =>
  (await page(...about)).controllers.map(({ name }) => name);

/** By state, and within it as people count and spell. */
const worstFirst = ['Down', 'Broken', 'New', 'Late', 'site 2', 'Site 10', 'Übung 3', 'Uhlen', 'Vault'];

describe('The controllers of a team', () => {
  test('are listed with failing ones first, in natural order', async () => {
    expect(await names()).toEqual(worstFirst);
  });

  test('are paged, each listed once', async () => {
    expect(await names(null, 4)).toEqual(worstFirst.slice(0, 4));
    expect(await names(null, 4, 4)).toEqual(worstFirst.slice(4, 8));
    expect(await names(null, 4, 8)).toEqual(worstFirst.slice(8));
  });

  test('are counted by state, with those beyond the package as not watched', async () => {
    const { controllerCount, controllerStates } = await page(null, 1);
    expect(controllerCount).toBe(9);
    expect(controllerStates).toEqual({
      offline: 1,
      error: 1,
      pending: 1,
      unknown: 0,
      unwatched: 1,
      online: 5,
      lastReading: '2026-11-09T10:00:00.000Z',
    });
  });

  test.each([
    ['SITE', ['site 2', 'Site 10']],
    [' bahnhof  ZÜRICH ', ['Down']],
    ['main 10', ['Site 10']],
    ['100%', ['Late']],
    ['_', ['Down']],
    ['nowhere', []],
  ])('can be searched by name and site: %j', async (search, found) => {
    expect(await names(search)).toEqual(found);
    const { controllerCount, controllerStates } = await page(search, 1);
    expect([controllerCount, controllerStates.online]).toEqual([found.length, 5]);
  });

  test('are all returned, oldest first, if no page is requested', async () => {
    const all = rows.map(([name]) => name);
    const { data } = await as(rounds.alice).ask('{ controllers { name } }');
    expect(data!['controllers']).toEqual(all.map((name) => ({ name })));
    const { body } = await rest(rounds.alice).get('/api/controllers');
    expect((body as { name: string }[]).map(({ name }) => name)).toEqual(all);
  });

  test('are paged over REST too, with a total', async () => {
    const get = async (path: string) => (await rest(rounds.alice).get(path)).body;
    expect(await get('/api/controllers?first=1&skip=2&worstFirst=true')).toMatchObject([{ name: 'New' }]);
    expect(await get('/api/controllers/count?search=site')).toEqual({ count: 2 });
    expect(await get('/api/controllers/states')).toMatchObject({ offline: 1, online: 5 });
  });

  test('of another team are neither listed nor counted', async () => {
    const theirs = await as(bob).run(ControllerPageDocument, { first: 50, skip: 0 });
    expect(theirs.controllers.map(({ name }) => name)).toEqual(['Down']);
    expect(theirs.controllerStates).toMatchObject({ offline: 1, online: 0, error: 0 });
  });

  test.each([
    ['first: 0', '`first` must be 1 or more'],
    ['first: 201', '`first` must be 200 or less'],
    ['skip: -1', '`skip` must be 0 or more'],
    [`search: "${'x'.repeat(201)}"`, 'Search must be 200 characters or less'],
  ])('cannot be requested with %s', async (args, message) => {
    const { errors } = await as(rounds.alice).ask(`{ controllers(${args}) { id } }`);
    expect(errors).toMatchObject([{ message }]);
  });
});
