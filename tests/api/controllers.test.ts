import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FaultKind } from '#api/demo/unifi/faults.ts';
import { as } from '#tests/support/as.ts';
import { rest } from '#tests/support/rest.ts';
import { Rounds } from '#tests/support/rounds.ts';
import * as documents from '#web/gql/graphql.ts';

const key = 'planted-key-of-alice-4711';
const wrongKey = 'Failed to connect UniFi Site Manager. Please check your API key.';

let rounds: Rounds;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());

beforeEach(() =>
  rounds.begin({
    keys: [
      { value: key, consoles: [{ name: 'Office', devices: [{ name: 'AP Lobby' }] }] },
      { value: 'two-sites', sees: ['Office'], consoles: [{ name: 'Warehouse', networkVersion: '9.1.120' }] },
      { value: 'no-sites' },
    ],
  }),
);
afterEach(() => rounds.end());

const hostId = (name: string) => rounds.network.console(name).hostId;
const alice = () => as(rounds.alice);
const create = (name: string, apiKey: string) =>
  alice().run(documents.CreateControllerDocument, { input: { name, apiKey } });
const listed = async () => (await alice().run(documents.ControllersDocument)).controllers;

describe('Adding a controller', () => {
  test('returns what UniFi reports, selects the only site, and shows only the last characters of the key', async () => {
    const { createController } = await create('  Head Office ', ` ${key} `);
    expect(createController).toMatchObject({
      name: 'Head Office',
      status: 'online',
      statusReason: null,
      apiKeyTail: '4711',
      version: '10.3.55',
      deviceCount: 2,
      totalSites: 1,
      selectedSiteId: hostId('Office'),
      selectedSiteName: 'Office',
    });
    expect(await listed()).toEqual([createController]);
  });

  test('with a key that sees several sites selects none', async () => {
    const { createController } = await create('All', 'two-sites');
    expect(createController).toMatchObject({
      status: 'online',
      totalSites: 2,
      selectedSiteId: null,
      selectedSiteName: null,
      deviceCount: null,
    });
  });

  test('with a key that sees nothing is not an error', async () => {
    const { createController } = await create('Empty', 'no-sites');
    expect(createController).toMatchObject({ status: 'unknown', totalSites: 0, selectedSiteId: null });
  });

  test('from a key alone names it by its only site', async () => {
    rounds.network.console('Office').change({ name: '🏔'.repeat(150) });
    const one = await rounds.rest('POST /api/unifi/connect', { apiKey: key });
    expect(one).toMatchObject({ status: 200, body: { name: '🏔'.repeat(100), status: 'online' } });
    const two = await rounds.rest('POST /api/unifi/connect', { apiKey: 'two-sites' });
    expect(two).toMatchObject({ status: 200, body: { name: 'UniFi Site Manager' } });
    const three = await rounds.rest('POST /api/controllers', { name: 'By name', apiKey: key });
    expect(three).toMatchObject({ status: 200, body: { name: 'By name', status: 'online' } });
    expect(await listed()).toHaveLength(3);
  });

  test('from a key alone gets a name that no other controller of the team has', async () => {
    const connect = async (apiKey: string) =>
      (await rounds.rest<{ name: string }>('POST /api/unifi/connect', { apiKey })).body.name;
    expect([await connect('two-sites'), await connect('two-sites')]).toEqual([
      'UniFi Site Manager',
      'UniFi Site Manager 2',
    ]);
    rounds.network.console('Office').change({ name: '🏔'.repeat(150) });
    expect([await connect(key), await connect(key)]).toEqual(['🏔'.repeat(100), `${'🏔'.repeat(98)} 2`]);
    const bob = await rounds.person('Bob');
    const { body } = await rest(bob).post('/api/unifi/connect', { apiKey: 'two-sites' });
    expect(body).toMatchObject({ name: 'UniFi Site Manager' });
  });

  test.each(['unknown-key', 'schlüssel', 'two words', 'line\nbreak'])(
    'with the key %j, which UniFi does not accept, is refused with a message',
    async (apiKey) => {
      expect(await rounds.rest('POST /api/controllers', { name: 'Office', apiKey })).toMatchObject({
        status: 400,
        body: { message: wrongKey, fields: { apiKey: wrongKey } },
      });
      expect(await rounds.rest('POST /api/unifi/connect', { apiKey })).toMatchObject({
        status: 400,
        body: { message: wrongKey },
      });
      expect(await listed()).toEqual([]);
    },
  );

  const faults: [string, FaultKind, string][] = [
    ['has a fault', { respond: 500 }, 'UniFi returned a server error (500).'],
    ['sends HTML', { respond: 'html' }, "UniFi's response isn't JSON."],
    ['cuts the line', { respond: 'reset' }, "We couldn't reach UniFi."],
    ['asks to wait', { respond: 429 }, 'UniFi asked us to wait before the next reading.'],
    ['never answers', { respond: 'never' }, "UniFi didn't respond in time."],
  ];
  test.each(faults)('while UniFi %s returns 502, and nothing is saved', async (_, fault, words) => {
    rounds.unifi.faults.add({ path: '/v1/', ...fault });
    const message = `Failed to connect UniFi Site Manager: ${words}`;
    await expect(create('Office', key)).rejects.toMatchObject({ message, code: 'UNAVAILABLE' });
    if (fault.respond !== 'never') {
      const answer = await rounds.rest('POST /api/controllers', { name: 'Office', apiKey: key });
      expect(answer).toEqual({ status: 502, body: { message } });
    }
    expect(await listed()).toEqual([]);
  });

  test('twice at once adds two working controllers', async () => {
    const both = await Promise.all([create('One', key), create('Two', key)]);
    expect(new Set(both.map(({ createController }) => createController.id)).size).toBe(2);
    expect(await listed()).toHaveLength(2);
  });
});

describe('The name of a controller', () => {
  test.each([
    ['Zürich – 東京 – مكتب'],
    ['👩‍👩‍👧‍👦 Büro 🏔'],
    ['<script>alert(1)</script> & "quotes" \\ %00 \' or 1=1 --'],
    ['e\u0301 and \u00e9'],
    ['🏔'.repeat(100)],
    ['{{ name }} ${name}'],
  ])('may be %j and is returned as it was sent', async (name) => {
    const { createController } = await create(name, key);
    expect(createController.name).toBe(name);
    expect((await rounds.rest<{ name: string }[]>('GET /api/controllers')).body[0]?.name).toBe(name);
  });

  test.each([
    ['', 'Controller name is required'],
    ['  \t\u00a0 ', 'Controller name is required'],
    [undefined, 'Controller name is required'],
    ['x'.repeat(101), 'Name must be 100 characters or less'],
    ['🏔'.repeat(101), 'Name must be 100 characters or less'],
    ['NUL \0 inside', 'The text contains characters that cannot be stored'],
    ['half a \ud83c character', 'The text contains characters that cannot be stored'],
  ])('may not be %j', async (name, message) => {
    const answer = await rounds.rest('POST /api/controllers', { name, apiKey: key });
    expect(answer).toMatchObject({ status: 400, body: { message, fields: { name: message } } });
    expect(await listed()).toEqual([]);
    expect(rounds.unifi.requests).toEqual([]);
  });

  test.each([[5], [true], [['Office']], [{ a: 1 }]])('may not be %j, which is not a string', async (name) => {
    const answer = await rounds.rest('POST /api/controllers', { name, apiKey: key });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).not.toContain(key);
    expect(await listed()).toEqual([]);
  });

  test('may not come in a body of 10 MB', async () => {
    const answer = await rest(rounds.alice).post('/api/controllers', {
      name: 'x'.repeat(10_000_000),
      apiKey: key,
    });
    expect({ status: answer.status, body: answer.body as unknown }).toEqual({
      status: 413,
      body: { message: 'The request is too large' },
    });
  });
});

describe('An API key', () => {
  test.each([
    ['', 'Please enter your UniFi Site Manager API key'],
    ['   ', 'Please enter your UniFi Site Manager API key'],
    [undefined, 'Please enter your UniFi Site Manager API key'],
    ['k'.repeat(501), 'API key must be 500 characters or less'],
  ])('may not be %j', async (apiKey, message) => {
    for (const call of ['POST /api/controllers', 'POST /api/unifi/connect'] as const) {
      const answer = await rounds.rest(call, { name: 'Office', apiKey });
      expect(answer).toMatchObject({ status: 400, body: { message, fields: { apiKey: message } } });
    }
    expect(rounds.unifi.requests).toEqual([]);
  });

  test('is stored encrypted, each time differently, and appears in no response and no log', async () => {
    const said: unknown[] = [];
    const { createController } = await create('Office', key);
    const { id } = createController;
    await create('Again', key);
    said.push(createController, await listed());
    said.push(await rounds.rest(`POST /api/controllers/${id}/test`));
    said.push(await rounds.rest(`GET /api/unifi/sites?controller=${id}`));
    said.push(await rounds.rest(`PUT /api/controllers/${id}`, { name: 'Renamed', apiKey: key }));
    rounds.network.key(key).revoke();
    said.push(await rounds.rest(`POST /api/controllers/${id}/test`));
    said.push(await rounds.rest(`GET /api/unifi/sites?controller=${id}`));
    said.push(await rounds.rest(`PUT /api/controllers/${id}`, { apiKey: key }));
    await rounds.round(id, 1);
    said.push(await listed(), await alice().ask('{ controllers { apiKey } }'), rounds.running.logged);
    expect(JSON.stringify(said)).not.toContain(key);

    const stored = await rounds.rows<{ api_key: string }>('select * from controller');
    expect(JSON.stringify(stored)).not.toContain(key);
    expect(new Set(stored.map(({ api_key }) => api_key)).size).toBe(2);
    for (const { api_key } of stored) expect(api_key).toMatch(/^v2\./);
  });
});
