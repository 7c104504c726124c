import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { as } from '#tests/support/as.ts';
import { rest } from '#tests/support/rest.ts';
import { Rounds, time } from '#tests/support/rounds.ts';
import * as documents from '#web/gql/graphql.ts';

let rounds: Rounds;
let office: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());

beforeEach(async () => {
  await rounds.begin({
    keys: [
      {
        value: 'test-key',
        consoles: [
          { name: 'Office', devices: [{ name: 'AP Lobby' }] },
          { name: 'Warehouse', networkVersion: '9.1.120' },
        ],
      },
      { value: 'foreign-key', consoles: [{ name: 'Bank' }] },
    ],
  });
  office = await rounds.addController();
});
afterEach(() => rounds.end());

const hostId = (name: string) => rounds.network.console(name).hostId;
const alice = () => as(rounds.alice);
const put = (input: unknown) => rounds.rest(`PUT /api/controllers/${office}`, input);

describe('Selecting a site', () => {
  test('is possible for every site the key sees, and takes effect immediately', async () => {
    const offered = async () => (await alice().run(documents.SitesDocument, { controller: office })).sites;
    expect(await offered()).toEqual([
      { hostId: hostId('Office'), hostName: 'Office', deviceCount: 2, isSelected: false },
      { hostId: hostId('Warehouse'), hostName: 'Warehouse', deviceCount: 1, isSelected: false },
    ]);
    const selected = { selectedSiteId: hostId('Warehouse'), selectedSiteName: 'not the name' };
    expect(await put(selected)).toMatchObject({
      status: 200,
      body: { selectedSiteName: 'Warehouse', version: '9.1.120', deviceCount: 1, status: 'online' },
    });
    expect((await offered()).map(({ isSelected }) => isSelected)).toEqual([false, true]);
    expect((await rounds.rest(`GET /api/unifi/sites?controller=${office}`)).body).toEqual(await offered());
    expect(await put({ selectedSiteId: null })).toMatchObject({
      body: { selectedSiteId: null, selectedSiteName: null },
    });
  });

  test.each([['of another account'], ['that is none']])('%s is refused', async (which) => {
    const selectedSiteId = which === 'that is none' ? '../v1/hosts' : hostId('Bank');
    expect(await put({ selectedSiteId })).toEqual({
      status: 400,
      body: { message: 'Site not found', fields: { selectedSiteId: 'Site not found' } },
    });
    expect(await rounds.controller(office)).toMatchObject({ selectedSiteId: null });
  });

  test('fails with a message while UniFi is down, and changes nothing', async () => {
    rounds.unifi.faults.add({ path: '/v1/', respond: 502 });
    const reason = 'UniFi returned a server error (502).';
    expect(await put({ name: 'New', selectedSiteId: hostId('Office') })).toEqual({
      status: 502,
      body: { message: `Failed to select site: ${reason}` },
    });
    expect(await rounds.rest(`GET /api/unifi/sites?controller=${office}`)).toEqual({
      status: 502,
      body: { message: `Failed to fetch sites: ${reason}` },
    });
    expect(await rounds.controller(office)).toMatchObject({ name: 'Office', selectedSiteId: null });
  });
});

describe('Editing a controller', () => {
  test('changes only the given fields, without requesting a name from UniFi', async () => {
    await put({ selectedSiteId: hostId('Office') });
    rounds.unifi.faults.add({ path: '/v1/', respond: 500 });
    const before = await rounds.controller(office);
    expect(await put({ name: '  Renamed 🏔 ' })).toMatchObject({ status: 200 });
    expect(await rounds.controller(office)).toEqual({ ...before, name: 'Renamed 🏔' });
    expect(await put({})).toMatchObject({ status: 200 });
    expect(await put({ team: randomUUID(), status: 'error', id: randomUUID() })).toMatchObject({
      status: 200,
    });
    expect(await rounds.controller(office)).toEqual({ ...before, name: 'Renamed 🏔' });
  });

  test('accepts a new key only if UniFi does', async () => {
    rounds.network.addKey({ value: 'better-key-9999', sees: ['Office'] });
    const refused = await put({ name: 'Renamed', apiKey: 'nonsense' });
    expect(refused).toMatchObject({
      status: 400,
      body: { message: 'Failed to connect UniFi Site Manager. Please check your API key.' },
    });
    expect(await rounds.controller(office)).toMatchObject({ name: 'Office', apiKeyTail: '-key' });
    expect(await put({ apiKey: 'better-key-9999' })).toMatchObject({
      status: 200,
      body: { apiKeyTail: '9999', totalSites: 1 },
    });
    rounds.network.key('test-key').revoke();
    await rounds.round(office, 1);
    expect(await rounds.controller(office)).toMatchObject({ status: 'online', lastSync: time(1) });
  });

  test.each([
    [{ name: ' ' }, 'Controller name is required'],
    [{ name: 'x'.repeat(101) }, 'Name must be 100 characters or less'],
    [{ apiKey: '' }, 'Please enter your UniFi Site Manager API key'],
    [{ selectedSiteId: 'x'.repeat(201) }, 'Site not found'],
  ])('to %j is refused', async (input, message) => {
    const before = await rounds.controller(office);
    expect(await put(input)).toMatchObject({ status: 400, body: { message } });
    expect(await rounds.controller(office)).toEqual(before);
  });

  test('by two people at once keeps one of the two changes', async () => {
    const names = Array.from({ length: 8 }, (_, nth) => `Name ${nth}`);
    const answers = await Promise.all(names.map((name) => put({ name })));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    expect(names).toContain((await rounds.controller(office))['name']);
  });
});

describe('Testing a controller', () => {
  test('shows what the key sees, or why it sees nothing', async () => {
    await put({ selectedSiteId: hostId('Warehouse') });
    expect((await rounds.rest(`POST /api/controllers/${office}/test`)).body).toEqual({
      success: true,
      version: '9.1.120',
      error: null,
      message: 'Connected: the key sees 2 sites.',
    });
    rounds.network.key('test-key').revoke();
    const error =
      'UniFi no longer accepts this API key. Create a new one at unifi.ui.com and enter it under Integrations.';
    expect(await rounds.rest(`POST /api/controllers/${office}/test`)).toEqual({
      status: 200,
      body: { success: false, version: null, error, message: error },
    });
  });
});

describe('Deleting a controller', () => {
  test('deletes its rules, alerts and measurements, and leaves those of others', async () => {
    const other = await rounds.addController();
    await rounds.addRule();
    await rounds.addRule({ controllerId: office });
    rounds.network.device('AP Lobby').goOffline();
    for (const id of [office, other]) for (const minute of [1, 2]) await rounds.round(id, minute);
    expect(await rounds.alerts(other)).toHaveLength(1);
    expect(await rounds.rest(`DELETE /api/controllers/${office}`)).toEqual({
      status: 200,
      body: { id: office },
    });
    for (const table of ['alert', 'device', 'daily_measurement', 'pending_condition']) {
      expect(await rounds.rows(`select from ${table} where controller_id = ?`, [office])).toEqual([]);
    }
    expect(await rounds.rows('select from alert_rule')).toHaveLength(1);
    expect(await rounds.alerts(other)).toHaveLength(1);
  });

  test('twice at once deletes it once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => rounds.rest(`DELETE /api/controllers/${office}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });
});

describe('Another team’s controller', () => {
  const calls: [string, unknown?][] = [
    ['PUT /api/controllers/:id', { name: 'Mine' }],
    ['DELETE /api/controllers/:id'],
    ['POST /api/controllers/:id/test'],
    ['GET /api/unifi/sites?controller=:id'],
    ['GET /api/controllers/:id/alerts'],
  ];

  test.each(calls)('is not found through REST, like an ID that never existed: %s', async (call, body) => {
    const bob = await rounds.person('Bob');
    const [method = '', path = ''] = call.split(' ');
    const before = await rounds.controller(office);
    for (const id of [
      office,
      randomUUID(),
      'nonsense',
      '0',
      `${office}x`,
      '%00',
      "'; drop table controller",
    ]) {
      const answer = await rest(bob).send(path.replace(':id', encodeURIComponent(id)), {
        method,
        ...(body !== undefined && {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
      });
      expect({ id, status: answer.status, text: answer.text }).toEqual({
        id,
        status: 404,
        text: '{"message":"Controller not found"}',
      });
    }
    expect(await rounds.controller(office)).toEqual(before);
    expect((await as(bob).run(documents.ControllersDocument)).controllers).toEqual([]);
  });

  test('is not found through GraphQL either', async () => {
    const bob = as(await rounds.person('Bob'));
    for (const id of [office, randomUUID(), 'nonsense']) {
      const refusals = [
        () => bob.run(documents.UpdateControllerDocument, { id, input: { name: 'Mine' } }),
        () => bob.run(documents.DeleteControllerDocument, { id }),
        () => bob.run(documents.TestControllerDocument, { id }),
        () => bob.run(documents.SitesDocument, { controller: id }),
      ];
      for (const refusal of refusals) {
        await expect(refusal()).rejects.toMatchObject({ message: 'Controller not found', code: 'NOT_FOUND' });
      }
    }
    expect(await rounds.controller(office)).toMatchObject({ name: 'Office' });
  });

  test.each([
    ...calls,
    ['GET /api/controllers'],
    ['POST /api/controllers', { name: 'A', apiKey: 'test-key' }],
  ])('is not available without signing in: %s', async (call, body) => {
    const [method = '', path = ''] = (call as string).split(' ');
    const visitor = { server: rounds.running, token: null };
    const answer = await rest(visitor).send(path.replace(':id', office), {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    expect(answer.status).toBe(401);
    expect(answer.body as unknown).toEqual({ message: 'You need to be signed in' });
  });
});
