// What rounds measured, asked for over time.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makePartitions } from '#api/features/metrics/partitions.store.ts';
import { addPriceList, give } from '#tests/support/limits.ts';
import { rest } from '#tests/support/rest.ts';
import { Rounds, time } from '#tests/support/rounds.ts';

let rounds: Rounds;
let office: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());
/** The office: a gateway with an uplink of 600 kbit/s, a switch and an access point, read every minute. */
beforeEach(async () => {
  await rounds.begin();
  office = await rounds.addController();
});
afterEach(() => rounds.end());

type Column = (number | null)[];
interface Answer {
  at: string[];
  bucketSeconds: number;
  measuredUntil: string | null;
  uptimePercent: number | null;
  reachability: { from: string; until: string; siteId: string; seen: boolean; problem: string | null }[];
  lines: { ispName: string; latencyMs: Column; lossPercent: Column; measuredUntil: string | null }[];
  problem: string | null;
  [name: string]: unknown;
}
const ask = async (path: string, query = '') => {
  const answer = await rounds.rest<Answer>(`GET /api/controllers/${office}/${path}?${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const period = (from: number, until: number) => `from=${time(from)}&until=${time(until)}`;
const idOf = async (name: string) =>
  (await rounds.rows<{ id: string }>('select id from device where name = ?', [name]))[0]!.id;
const minutes = async (from: number, to: number) => {
  for (let minute = from; minute <= to; minute++) await rounds.round(office, minute);
};

describe('A device', () => {
  test('has a value for each minute that was read, and a gap without a reading, with a UniFi failure or without a value', async () => {
    const lobby = rounds.network.device('AP Lobby');
    lobby.load({ cpuPercent: 20, memoryPercent: 70 });
    await minutes(0, 2);
    rounds.unifi.faults.add({ path: '/v1/', respond: 500 });
    await rounds.round(office, 3);
    rounds.unifi.faults.clear();
    lobby.load({ cpuPercent: 0, memoryPercent: undefined });
    await rounds.round(office, 4);
    lobby.goOffline();
    await minutes(5, 6);
    rounds.at(10);

    const id = await idOf('AP Lobby');
    const found = await ask(`devices/${id}/metrics`, period(0, 8));
    expect(found).toMatchObject({ bucketSeconds: 60, measuredUntil: time(6), device: { name: 'AP Lobby' } });
    expect(found.at).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map(time));
    expect(found['cpuPercent']).toEqual([20, 20, 20, null, 0, null, null, null]);
    expect(found['memoryPeakPercent']).toEqual([70, 70, 70, null, null, null, null, null]);
    expect(found['onlinePercent']).toEqual([null, 100, 100, null, 100, 0, 0, null]);
    expect(found.uptimePercent).toBe(60);
    const mac = (await ask('devices')) as unknown as { id: string; mac: string }[];
    const byMac = await ask(`devices/${mac.find((one) => one.id === id)!.mac}/metrics`, period(0, 8));
    expect(byMac).toEqual(found);
  });

  test.each(['nonsense', 'AABBCCDDEEFF', '11111111-1111-4111-8111-111111111111', '🙂'])(
    '%s is not found',
    async (id) => {
      const answer = await rounds.rest(`GET /api/controllers/${office}/devices/${id}/metrics`);
      expect(answer).toMatchObject({ status: 404, body: { message: 'Device not found' } });
    },
  );

  test('of another team is not found, over GraphQL or REST', async () => {
    await rounds.round(office, 0);
    const bob = await rounds.person('Bob');
    const id = await idOf('AP Lobby');
    for (const path of ['metrics', 'wan-metrics', 'top-talkers', `devices/${id}/metrics`]) {
      const answer = await rest(bob).get(`/api/controllers/${office}/${path}`);
      expect([answer.status, answer.body]).toEqual([404, { message: 'Controller not found' }]);
    }
    const other = await rounds.addController('test-key', 'Second');
    expect((await rounds.rest(`GET /api/controllers/${other}/devices/${id}/metrics`)).status).toBe(404);
  });
});

describe('A site', () => {
  test('shows all its devices, and when and why it was unreachable', async () => {
    rounds.network.device('Switch').load({ cpuPercent: 10 });
    rounds.network.device('AP Lobby').load({ cpuPercent: 30 });
    rounds.network.console('Office').device('Office').load({ cpuPercent: 50 });
    await minutes(0, 2);
    rounds.network.device('AP Lobby').goOffline();
    await minutes(3, 4);
    rounds.unifi.faults.add({ path: '/v1/', respond: 500 });
    await minutes(5, 6);
    rounds.unifi.faults.clear();
    rounds.network.console('Office').disconnect();
    await rounds.round(office, 7);
    rounds.network.console('Office').reconnect();
    // Nobody looked for a quarter of an hour.
    await minutes(25, 26);

    const found = await ask('metrics', period(0, 27));
    expect((found['online'] as Column).slice(0, 9)).toEqual([null, 3, 3, 2, 2, null, null, null, null]);
    expect((found['offline'] as Column).slice(0, 5)).toEqual([null, 0, 0, 1, 1]);
    expect((found['cpuPercent'] as Column).slice(0, 4)).toEqual([30, 30, 30, 30]);
    expect((found['uplinkBps'] as Column)[1]).toBe(600_000);
    const { hostId } = rounds.network.console('Office');
    const spans = found.reachability.map(({ from, until, siteId, seen }) => [from, until, siteId, seen]);
    expect(spans).toEqual([
      [time(0), time(5), hostId, true],
      [time(5), time(7), '', false],
      [time(7), time(8), hostId, false],
      [time(25), time(26), hostId, true],
    ]);
    expect(found.reachability.map(({ problem }) => problem)).toEqual([
      null,
      expect.stringMatching(/returned a server error/),
      'The console is disconnected from UniFi.',
      null,
    ]);
    expect(found.measuredUntil).toBe(time(26));
    expect(await rounds.rows('select from reachability_interval')).toHaveLength(7);
  });

  test('that doesn’t change writes no new interval, however often it is read', async () => {
    await minutes(0, 5);
    expect(await rounds.rows('select from reachability_interval')).toHaveLength(2);
    expect(await rounds.rows('select from metrics.device_sample')).toHaveLength(18);
  });

  test('without any reading has empty points', async () => {
    expect(await ask('metrics')).toMatchObject({
      measuredUntil: null,
      uptimePercent: null,
      reachability: [],
    });
    expect(await ask('metrics', 'siteId=Nowhere%3A1')).toMatchObject({ measuredUntil: null });
    expect(await ask('top-talkers')).toEqual([]);
  });

  test('lists the devices with the most uplink traffic, without the gateway', async () => {
    rounds.network.device('AP Lobby').load({ uplinkBps: { tx: 4_000_000, rx: 4_000_000 } });
    rounds.network.device('Switch').load({ uplinkBps: { tx: 500, rx: 500 } });
    await minutes(0, 2);
    rounds.at(3);
    expect(await ask('top-talkers', 'first=1')).toEqual([
      {
        device: expect.objectContaining({ name: 'AP Lobby' }) as object,
        bytes: 120_000_000,
        averageBps: 8_000_000,
        peakBps: 8_000_000,
      },
    ]);
    expect(await ask('top-talkers')).toHaveLength(2);
  });

  test.each([
    ['from=nonsense', /./],
    ['from=2999-01-01T00:00:00Z', /must begin in the past/],
    [`from=${time(0)}&until=${time(-5)}`, /must end after it begins/],
    ['from=1999-01-01T00:00:00Z', /400 days or shorter/],
    [`siteId=${'x'.repeat(201)}`, /Choose one of the sites/],
    ['first=51', /must be between 1 and 50/],
  ])('is refused for invalid arguments: %s', async (query, words) => {
    const { status, body } = await rounds.rest(`GET /api/controllers/${office}/top-talkers?${query}`);
    expect([status, body['message']]).toEqual([400, expect.stringMatching(words)]);
  });
});

test('Data older than the package’s days of history is not shown, even if it still exists', async () => {
  await addPriceList(rounds.running);
  rounds.network.device('AP Lobby').load({ cpuPercent: 20 });
  await rounds.round(office, 0);
  rounds.at(1);
  const id = await idOf('AP Lobby');
  const [hours, days] = [60, 24 * 60];
  const old = new Date(time(-3 * days));
  await makePartitions(rounds.running.app.orm.em.fork(), old);
  await rounds.rows(
    `insert into metrics.device_hour (at, device_id, samples, cpu, observed_seconds, online_seconds)
     values (?, ?, 60, 5, 3600, 3600)`,
    [old, id],
  );
  await rounds.rows('insert into metrics.rolled_up values (?)', [time(-hours)]);
  const cpu = async () => {
    const found = await ask(`devices/${id}/metrics`, `from=${time(-40 * days)}`);
    return (found['cpuPercent'] as Column).filter((value) => value !== null);
  };
  expect(await cpu()).toEqual([5, 20]);
  await give(rounds.running, rounds.alice.teamId, 'Professional Plan');
  await rounds.rows('update package set data_retention_days = 1');
  expect(await cpu()).toEqual([20]);
  const gone = await ask(`devices/${id}/metrics`, period(-3 * days - hours, -3 * days + hours));
  expect(gone).toMatchObject({ at: [], cpuPercent: [] });
});

test('Deleting a controller makes its measurements inaccessible', async () => {
  await rounds.round(office, 0);
  const id = await idOf('AP Lobby');
  await rounds.rest(`DELETE /api/controllers/${office}`);
  for (const path of ['metrics', `devices/${id}/metrics`])
    expect((await rounds.rest(`GET /api/controllers/${office}/${path}`)).status).toBe(404);
  expect(await rounds.rows('select from reachability_interval')).toEqual([]);
});
