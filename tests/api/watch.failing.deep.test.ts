import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FaultKind } from '#api/demo/unifi/faults.ts';
import { Rounds, time } from '#tests/support/rounds.ts';

let rounds: Rounds;
let office: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());

/** An alert is open about the access point; the switch works. */
beforeEach(async () => {
  await rounds.begin();
  office = await rounds.addController();
  await rounds.addRule();
  rounds.network.device('AP Lobby').goOffline();
  await rounds.round(office, 1);
  await rounds.round(office, 2);
  expect(await rounds.history()).toEqual(['raised AP Lobby']);
});
afterEach(() => rounds.end());

/** When the controller is read again: minutes after noon, null for never. */
async function nextPoll(): Promise<number | null> {
  const [row] = await rounds.rows<{ next: number | null }>(
    `select extract(epoch from next_poll_at - ?::timestamptz)::float / 60 as next from controller where id = ?`,
    [time(0), office],
  );
  return row?.next ?? null;
}

const failures: [string, FaultKind, RegExp][] = [
  ['403', { respond: 403 }, /isn't allowed to list the consoles/],
  ['404', { respond: 404 }, /doesn't offer this/],
  ['408', { respond: 408 }, /didn't respond to UniFi in time/],
  ['429 with a wait', { respond: 429, retryAfter: '30' }, /asked us to wait/],
  ['429 without a wait', { respond: 429, retryAfter: null, message: 'slow down' }, /asked us to wait/],
  ['500', { respond: 500 }, /returned a server error \(500\)/],
  ['502', { respond: 502 }, /returned a server error \(502\)/],
  ['HTML where JSON was due', { respond: 'html' }, /isn't JSON/],
  ['HTML with 502', { respond: 'html', status: 502 }, /returned a server error \(502\)/],
  ['an empty body', { respond: 'empty' }, /is empty/],
  ['a body that is cut off', { respond: 'cutOff' }, /couldn't reach UniFi/],
  ['a connection that dies', { respond: 'reset' }, /couldn't reach UniFi/],
  ['10 MB and more', { respond: 'huge' }, /too large/],
  ['no answer at all', { respond: 'never' }, /didn't respond in time/],
  ['one byte now and then', { respond: 'drip', ms: 100 }, /didn't respond in time/],
  ['a list that is none', { respond: () => ({ data: 'none' }) }, /doesn't contain the expected list/],
  ['null', { respond: () => null }, /doesn't contain the expected list/],
];

describe('A reading that fails with', () => {
  test.each(failures)('%s keeps open alerts, invents none, and says so', async (_, fault, words) => {
    rounds.unifi.faults.add({ path: '/v1/', ...fault });
    // Only what never ends needs a short limit; on a busy machine the others may take their time.
    const limit = fault.respond === 'never' || fault.respond === 'drip' ? 300 : undefined;
    await rounds.round(office, 3, limit);
    expect(await rounds.controller(office)).toMatchObject({
      status: 'error',
      statusReason: expect.stringMatching(words) as string,
      lastSync: time(2),
    });
    expect(await rounds.alerts(office)).toMatchObject([{ deviceName: 'AP Lobby', unknownSince: time(3) }]);
    await rounds.round(office, 5, limit);
    expect(await rounds.alerts(office)).toMatchObject([{ unknownSince: time(3) }]);

    rounds.unifi.faults.clear();
    await rounds.round(office, 7);
    expect(await rounds.controller(office)).toMatchObject({
      status: 'online',
      statusReason: null,
      lastSync: time(7),
    });
    expect(await rounds.alerts(office)).toMatchObject([{ deviceName: 'AP Lobby', unknownSince: null }]);
    expect(await rounds.history()).toEqual(['raised AP Lobby', 'changed AP Lobby', 'changed AP Lobby']);
  });

  test('anything lets a device that fails in the meantime be detected afterwards, counted from then', async () => {
    rounds.unifi.faults.add({ path: '/v1/', respond: 500 });
    rounds.network.device('Switch').goOffline();
    await rounds.round(office, 3);
    await rounds.round(office, 4);
    rounds.unifi.faults.clear();
    await rounds.round(office, 6);
    expect(await rounds.alerts(office)).toHaveLength(1);
    await rounds.round(office, 7);
    expect(await rounds.alerts(office)).toMatchObject([{ deviceName: 'Switch', since: time(6) }, {}]);
  });

  test('undeclared gzip is still read', async () => {
    rounds.unifi.faults.add({ path: '/v1/', respond: 'gzip' });
    rounds.network.device('AP Lobby').comeOnline();
    await rounds.round(office, 3);
    expect(await rounds.controller(office)).toMatchObject({ status: 'online', statusReason: null });
    expect(await rounds.alerts(office)).toEqual([]);
  });
});

describe('A list that fails alone', () => {
  test('of devices neither ends nor raises an alert', async () => {
    rounds.unifi.faults.add({ path: '/v1/devices', respond: 500 });
    rounds.unifi.faults.add({ path: '/v1/connector', respond: 502 });
    await rounds.round(office, 3);
    expect(await rounds.alerts(office)).toMatchObject([{ deviceName: 'AP Lobby', unknownSince: time(3) }]);
    expect(await rounds.controller(office)).toMatchObject({
      status: 'unknown',
      statusReason: "UniFi's list of devices couldn't be read.",
      deviceCount: 3,
    });
    rounds.unifi.faults.clear();
    await rounds.round(office, 4);
    expect(await rounds.alerts(office)).toMatchObject([{ unknownSince: null }]);
    expect(await rounds.history()).toHaveLength(3);
  });

  test('of the connector falls back to the cloud’s state', async () => {
    rounds.unifi.faults.add({ path: '/v1/connector', respond: 'html' });
    await rounds.round(office, 3);
    expect(await rounds.history()).toEqual(['raised AP Lobby']);
    rounds.network.device('AP Lobby').comeOnline();
    await rounds.round(office, 4);
    expect(await rounds.history()).toEqual(['raised AP Lobby', 'resolved AP Lobby']);
  });
});

describe('Rows full of nulls, unknown words and missing fields', () => {
  test('neither end the alert nor raise another', async () => {
    const empty = (row: object) => Object.fromEntries(Object.keys(row).map((key) => [key, null]));
    const bent = [
      (body: unknown) => ({ data: ((body as { data: object[] }).data ?? []).map(empty) }),
      (body: unknown) => ({ data: ((body as { data: object[] }).data ?? []).map(() => null) }),
      (body: unknown) =>
        JSON.parse(JSON.stringify(body).replace(/"(online|offline)"/gi, '"dreaming"')) as unknown,
      (body: unknown) => JSON.parse(JSON.stringify(body).replace(/"(status|state)":/g, '"fate":')) as unknown,
    ];
    let minute = 3;
    for (const respond of bent) {
      rounds.unifi.faults.clear();
      rounds.unifi.faults.add({ path: '/v1/', respond });
      await rounds.round(office, minute++);
      await rounds.round(office, minute++);
      expect(await rounds.alerts(office)).toMatchObject([{ deviceName: 'AP Lobby' }]);
    }
    expect(await rounds.history()).toEqual(['raised AP Lobby', 'changed AP Lobby']);
  });
});

describe('A key that was encrypted with a lost secret', () => {
  test('hides nothing, is explained, and is fixed by entering it again', async () => {
    await rounds.rows(`update controller set api_key = 'v1.gone.a.b.c' where id = ?`, [office]);
    await rounds.round(office, 3);
    expect(await rounds.controller(office)).toMatchObject({
      status: 'error',
      statusReason: 'The stored API key can no longer be decrypted. Enter the API key again.',
    });
    expect((await rounds.rest(`POST /api/controllers/${office}/test`)).body).toMatchObject({
      success: false,
    });
    expect((await rounds.rest(`GET /api/unifi/sites?controller=${office}`)).status).toBe(502);
    expect((await rounds.rest(`PUT /api/controllers/${office}`, { apiKey: 'test-key' })).status).toBe(200);
    await rounds.round(office, 4);
    expect(await rounds.controller(office)).toMatchObject({ status: 'online', statusReason: null });
  });
});

describe('A key that UniFi no longer accepts', () => {
  beforeEach(async () => {
    rounds.network.key('test-key').revoke();
    await rounds.round(office, 3);
  });

  test('stops the polling and shows the owner what to do', async () => {
    expect(await nextPoll()).toBeNull();
    expect(await rounds.controller(office)).toMatchObject({
      status: 'error',
      statusReason:
        'UniFi no longer accepts this API key. Create a new one at unifi.ui.com and enter it under Integrations.',
    });
    expect(await rounds.alerts(office)).toMatchObject([{ unknownSince: time(3) }]);
  });

  test('can be replaced, and monitoring resumes', async () => {
    rounds.network.addKey({ value: 'new-key', sees: ['Office'] });
    rounds.at(10);
    const { status, body } = await rounds.rest(`PUT /api/controllers/${office}`, {
      name: 'Office',
      apiKey: 'new-key',
    });
    expect({ status, body }).toMatchObject({ status: 200, body: { status: 'online', statusReason: null } });
    expect(await nextPoll()).toBe(10);
    await rounds.round(office, 10);
    expect(await rounds.alerts(office)).toMatchObject([{ deviceName: 'AP Lobby', unknownSince: null }]);
    expect(await nextPoll()).toBe(11);
  });

  test('works again after Test once UniFi accepts it', async () => {
    rounds.at(10);
    const refused = await rounds.rest(`POST /api/controllers/${office}/test`);
    expect(refused.body).toMatchObject({
      success: false,
      error: expect.stringContaining('no longer') as string,
    });
    expect(await nextPoll()).toBeNull();
    rounds.network.key('test-key').restore();
    expect((await rounds.rest(`POST /api/controllers/${office}/test`)).body).toMatchObject({ success: true });
    expect(await nextPoll()).toBe(10);
  });
});

describe('A controller that fails', () => {
  test('is retried every five seconds for a minute, then less and less often, down to every five minutes', async () => {
    rounds.unifi.faults.add({ path: '/v1/', respond: 500 });
    const waits: number[] = [];
    for (let minute = 3; waits.length < 21; minute = (await nextPoll()) ?? Infinity) {
      await rounds.round(office, minute);
      waits.push((((await nextPoll()) ?? Infinity) - minute) * 60);
    }
    const quick = Array<number>(12).fill(5);
    [...quick, 10, 20, 40, 80, 160, 300, 300, 300, 300].forEach((least, at) => {
      expect(waits[at]).toBeGreaterThanOrEqual(least - 0.1);
      expect(waits[at]).toBeLessThanOrEqual(least * 1.2 + 1);
    });
    rounds.unifi.faults.clear();
    await rounds.round(office, 120);
    expect(await nextPoll()).toBe(121);
  });

  test('for twenty seconds is retried immediately after them, so that an alert is delayed no longer than that', async () => {
    rounds.network.device('Switch').goOffline();
    await rounds.round(office, 3);
    rounds.unifi.faults.add({
      path: '/v1/',
      respond: 429,
      retryAfter: '20',
      until: Date.parse(time(4)) + 20_000,
    });
    await rounds.round(office, 4);
    const seconds = ((await nextPoll()) ?? Infinity) * 60 - 240;
    expect(seconds).toBeGreaterThanOrEqual(19.9);
    expect(seconds).toBeLessThan(21);
    await rounds.round(office, 4 + seconds / 60);
    expect(await rounds.history()).toContain('raised Switch');
  });

  test.each([
    ['a named wait', '90', [3, 4.5, 6, 7.5, 9, 10.5, 12]],
    [
      'no named wait',
      null,
      [...Array.from({ length: 13 }, (_, nth) => 3 + nth / 12), 4.2, 4.5, 5.2, 6.5, 9.2],
    ],
  ])(
    'by ten minutes of 429 with %s gets only the three list requests at each attempt, and no device is called offline',
    async (_, retryAfter, earliest) => {
      rounds.unifi.faults.add({ path: '/v1/', respond: 429, retryAfter, message: 'slow down' });
      const before = rounds.unifi.requests.length;
      const tries: number[] = [];
      for (let minute = 3; minute < 13; minute = (await nextPoll()) ?? Infinity) {
        await rounds.round(office, minute);
        tries.push(minute);
        expect(await rounds.controller(office)).toMatchObject({
          status: 'error',
          statusReason: 'UniFi asked us to wait before the next reading.',
        });
      }
      expect(rounds.unifi.requests.length - before).toBe(3 * tries.length);
      earliest.forEach((minute, nth) => expect(tries[nth] ?? Infinity).toBeGreaterThanOrEqual(minute - 0.05));
      expect(tries.length).toBeLessThanOrEqual(earliest.length);
      expect(await rounds.history()).toEqual(['raised AP Lobby', 'changed AP Lobby']);
      rounds.unifi.faults.clear();
      await rounds.round(office, 20);
      expect(await rounds.controller(office)).toMatchObject({ status: 'online', statusReason: null });
      expect(await rounds.history()).toEqual(['raised AP Lobby', 'changed AP Lobby', 'changed AP Lobby']);
    },
  );

  test('is not called before the time in UniFi’s Retry-After', async () => {
    rounds.unifi.faults.add({ path: '/v1/hosts', respond: 429, retryAfter: '600' });
    await rounds.round(office, 3);
    expect(await nextPoll()).toBe(13);
    rounds.unifi.faults.clear();
    rounds.unifi.faults.add({
      path: '/v1/hosts',
      respond: 429,
      retryAfter: null,
      message: 'retry after 7m0s',
    });
    await rounds.round(office, 20);
    expect(await nextPoll()).toBe(27);
  });

  test('is not called through its connector while that has to wait', async () => {
    const calls = () => rounds.unifi.requests.filter(({ path }) => path.includes('/connector/')).length;
    rounds.unifi.faults.add({ path: '/connector/', respond: 429, retryAfter: '240', times: 1 });
    await rounds.round(office, 3);
    const before = calls();
    for (const minute of [4, 5, 6]) await rounds.round(office, minute);
    expect(calls()).toBe(before);
    expect(await rounds.controller(office)).toMatchObject({
      status: 'online',
      statusReason: 'UniFi asked us to wait before the next reading.',
    });
    await rounds.round(office, 8);
    expect(calls()).toBeGreaterThan(before);
    expect(await rounds.controller(office)).toMatchObject({ statusReason: null });
    expect(await rounds.history()).toEqual(['raised AP Lobby']);
  });

  test('is distinguished from one whose key lost access to the connector, once that has lasted longer than a restart', async () => {
    rounds.network.key('test-key').denyConnector();
    await rounds.round(office, 3);
    const { status, statusReason } = await rounds.controller(office);
    expect([status, statusReason]).toEqual(['online', expect.stringContaining('may be restarting')]);
    for (let minute = 4; minute < 20; minute++) await rounds.round(office, minute);
    expect(await rounds.controller(office)).toMatchObject({
      status: 'online',
      statusReason: expect.stringContaining("can't use the connector") as string,
    });
    expect(await rounds.history()).toEqual(['raised AP Lobby']);
  });
});
