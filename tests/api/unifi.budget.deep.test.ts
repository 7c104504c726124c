import { describe, expect, it } from 'vitest';
import { Budget, LONGEST_WAIT_MS } from '#api/features/unifi/budget.client.ts';
import { BudgetSpent, withinMinute } from '#api/features/unifi/call-minute.ts';
import { probe } from '#api/features/unifi/probe.client.ts';
import { callsOnly, paceOf } from '#api/features/unifi/cursor.ts';
import {
  type Answer,
  CAN,
  HOST,
  NONE,
  NOW,
  cloudPage,
  devices,
  except,
  page,
  serve,
  statistics,
} from './unifi.answers.ts';
import { busiestMinute, cursorWith, fleetOf, listing, macOf, rounds } from './unifi.rounds.ts';

const GATEWAY = macOf(1);
const both = { ...NONE, statistics: true, detail: true };

describe('a console with 150 devices', () => {
  it.each([25, 150])('has nearly eighty of them read each minute, at %i ms a call', async (callMs) => {
    await using on = await rounds(listing(fleetOf(150)), { callMs });
    const measured: number[] = [];
    // A worker begins some of its rounds a second late.
    for (let minute = 0; minute < 20; minute++) {
      measured.push((await on.at(60 * minute + (minute % 3) / 2)).measured.length);
    }
    expect(measured.reduce((sum, count) => sum + count) / measured.length).toBeGreaterThan(75);
    expect(Math.min(...measured)).toBeGreaterThan(70);
    expect(busiestMinute(on.calls.map(({ at }) => at))).toBeLessThanOrEqual(100);
  });

  it.each([
    [20, NONE],
    [20, both],
    [15, NONE],
    [61, both],
  ])('read every %i s gets at most a hundred requests in any minute', async (seconds, more) => {
    await using on = await rounds(listing(fleetOf(150)), {
      wants: { ...more, statistics: true },
      callMs: 40,
    });
    for (let round = 0; round < 30; round++) {
      const { found } = await on.at(round * seconds);
      expect(found?.devices.find(({ mac }) => mac === macOf(149))?.state).toBe('online');
    }
    const minutes = (30 * seconds) / 60;
    expect(busiestMinute(on.calls.map(({ at }) => at))).toBeLessThanOrEqual(100);
    expect(on.calls.length / minutes).toBeGreaterThan(75);
  });

  it('read every 5 s still has its lists read in each round', async () => {
    await using on = await rounds(listing(fleetOf(150)), { everyMs: 5000 });
    for (let round = 0; round < 30; round++) {
      const { found, calls } = await on.at(round * 5);
      expect([found?.problem, calls > 0], `round ${round}`).toEqual([undefined, true]);
    }
    expect(busiestMinute(on.calls.map(({ at }) => at))).toBeLessThanOrEqual(100);
  });

  it('has each device read completely or not at all', async () => {
    await using on = await rounds(listing(fleetOf(150)), { wants: both, callMs: 30 });
    for (let round = 0; round < 12; round++) {
      const { found } = await on.at(round * 25);
      for (const { mac, cpuPercent, ports, deferred } of found?.devices ?? []) {
        if (mac > GATEWAY) expect([!!ports, !deferred], mac).toEqual([cpuPercent !== undefined, !!ports]);
      }
    }
  });
});

/** One switch on each of so many Network sites of one console. */
const sitesOf =
  (count: number): Answer =>
  ({ pathname }) => {
    const path = pathname.split('/integration/v1/')[1] ?? '';
    if (path === 'sites') {
      const all = Array.from({ length: count }, (_, nth) => ({
        id: `site-${nth}`,
        internalReference: `s${nth}`,
      }));
      return { body: page(all) };
    }
    const nth = Number(/^sites\/site-(\d+)\/devices$/.exec(path)?.[1] ?? NaN);
    if (Number.isInteger(nth)) return { body: page([fleetOf(nth + 1)[nth]]) };
    return path.endsWith('/statistics/latest') ? { body: statistics() } : undefined;
  };

/** The longest time, in seconds, between two of these moments, the beginning and the end among them. */
const longestGap = (times: number[], end: number) =>
  Math.max(...[...times, end].map((at, nth) => at - (times[nth - 1] ?? NOW.getTime()))) / 1000;

describe.each([1, 2, 5, 60])('a console read every %i s', (seconds) => {
  it.each([
    [1, 60, 60],
    [10, 100, 60],
    [40, 125, 90],
    [50, 160, 115],
    [95, 240, 160],
  ])(
    'with %i Network sites has the figures of each device read within %i s, and each list within %i s',
    { timeout: 120_000 },
    async (count, figuresWithin, listsWithin) => {
      await using on = await rounds(sitesOf(count), { everyMs: seconds * 1000, callMs: 5 });
      const minutes = 6;
      for (let at = 0; at < minutes * 60; at += seconds) await on.at(at);
      expect(busiestMinute(on.calls.map(({ at }) => at))).toBeLessThanOrEqual(100);
      const end = NOW.getTime() + minutes * 60_000;
      const slack = seconds + 2;
      for (let nth = 0; nth < count; nth++) {
        const timesOf = (path: string) =>
          on.calls.filter((call) => call.path.endsWith(path)).map(({ at }) => at);
        const figures = longestGap(timesOf(`/devices/device-${nth}/statistics/latest`), end);
        const lists = longestGap(timesOf(`/sites/site-${nth}/devices`), end);
        expect([figures, lists], `site ${nth}`).toEqual([
          expect.toSatisfy((gap: number) => gap <= figuresWithin + slack),
          expect.toSatisfy((gap: number) => gap <= listsWithin + slack),
        ]);
      }
    },
  );
});

describe('the gateway', () => {
  it('is read in every round, even if no calls are left for other devices', async () => {
    await using on = await rounds(listing(fleetOf(150)), { callMs: 25 });
    for (let round = 0; round < 12; round++) expect((await on.at(round * 20)).measured).toContain(GATEWAY);
  });

  it('is also recognized by its model, and read first', async () => {
    const [group] = devices();
    const named = { ...group?.devices[1], mac: macOf(120), model: 'UXG Max', shortname: 'UXG' };
    const cloud = cloudPage([{ ...group, devices: [named] }]);
    await using on = await rounds((url) =>
      url.pathname === '/v1/devices' ? { body: cloud } : listing(fleetOf(150))(url),
    );
    await on.at(0);
    const order = on.calls.flatMap(({ path }) => /devices\/(device-\d+)\//.exec(path)?.[1] ?? []);
    expect(order.slice(0, 2).sort()).toEqual(['device-1', 'device-120']);
  });

  it('is not prioritized if a server hosts a network for each of its customers', async () => {
    const gateways = fleetOf(150).map((device, index) =>
      index < 100 ? { ...device, features: ['gateway'] } : device,
    );
    await using on = await rounds(listing(gateways));
    const seen = [...(await on.at(0)).measured, ...(await on.at(60)).measured];
    expect(seen).toContain(macOf(149));
  });

  it('doesn’t change the order of the other devices', async () => {
    await using on = await rounds(listing(fleetOf(150)));
    const times = new Map<string, number>();
    // Every other round has calls left for the gateway alone.
    for (let round = 0; round < 20; round++) {
      for (const mac of (await on.at(round * 31)).measured) times.set(mac, (times.get(mac) ?? 0) + 1);
    }
    expect(times.get(GATEWAY)).toBe(20);
    times.delete(GATEWAY);
    expect(times.size).toBe(149);
    expect(Math.max(...times.values()) - Math.min(...times.values())).toBeLessThanOrEqual(1);
  });
});

describe('waiting for the rate limit', () => {
  const full = (ageMs: number) => Array<number>(80).fill(NOW.getTime() - ageMs);

  it('takes no longer than necessary, up to a few seconds', async () => {
    await using on = await rounds(listing(fleetOf(20)));
    on.cursor = cursorWith({ calls: full(57_000) });
    expect((await on.next(0)).measured).toHaveLength(20);
    expect(on.waits).toEqual([3000]);
  });

  it('is skipped if it would take longer: the devices are read later', async () => {
    await using on = await rounds(listing(fleetOf(20)));
    on.cursor = cursorWith({ calls: full(60_000 - LONGEST_WAIT_MS - 1) });
    const { measured, found } = await on.next(0);
    expect(measured).toEqual([GATEWAY]);
    expect(on.waits).toEqual([]);
    expect(found?.devices.find(({ mac }) => mac === macOf(7))?.deferred).toBe('call_budget');
    expect(found).not.toHaveProperty('problem');
  });

  it('adds up to a few seconds in a round, however often it happens', async () => {
    let now = NOW.getTime();
    const wait = async (ms: number) => void (now += ms);
    const trickle = Array.from({ length: 80 }, (_, index) => now - 59_500 + index * 500);
    const budget = new Budget({ now: () => now, wait }, { calls: trickle });
    budget.share({ lists: 2, figures: 150 });
    const takes = Array.from({ length: 40 }, () => budget.take('device'));
    const failed = (await Promise.allSettled(takes)).filter(({ status }) => status === 'rejected');
    expect(now - NOW.getTime()).toBe(LONGEST_WAIT_MS);
    expect(failed).toHaveLength(30);
    expect(failed[0]).toMatchObject({ reason: expect.any(BudgetSpent) });
  });

  it('ends immediately when the round has to end', async () => {
    await using unifi = await serve(except(listing(fleetOf(20))));
    const signal = AbortSignal.timeout(100);
    const calls = Array<number>(90).fill(Date.now() - 57_000);
    const budget = new Budget({ ...unifi.connection, signal }, { calls });
    const begun = performance.now();
    await expect(budget.take('device')).rejects.toMatchObject({ kind: 'unavailable' });
    expect(performance.now() - begun).toBeLessThan(1500);
    expect(budget.calls).toHaveLength(90);
  });

  it('ends even after the clock was set back', () => {
    expect(withinMinute([NOW.getTime() + 3_600_000, NOW.getTime() - 1], NOW.getTime())).toHaveLength(1);
  });
});

describe('a probe', () => {
  it('counts toward the limit of the console, before the round and after it', async () => {
    await using on = await rounds(listing(fleetOf(150)), { callMs: 10 });
    await on.at(0);
    const cursor = on.cursor;
    const before = paceOf(cursor, HOST).calls.length;
    on.clock.now = NOW.getTime() + 30_000;
    expect(await probe(on.connection, HOST, cursor)).toMatchObject({ connector: true, statistics: true });
    expect(paceOf(cursor, HOST).calls.length).toBe(before + 6);
    expect(paceOf(cursor, HOST).after).toBeDefined();
    on.cursor = cursor;
    for (const seconds of [31, 50, 60, 62, 64, 90]) await on.at(seconds);
    expect(busiestMinute(on.calls.map(({ at }) => at))).toBeLessThanOrEqual(92);
  });

  it('is postponed rather than exceeding the limit', async () => {
    await using on = await rounds(() => undefined);
    const cursor = cursorWith({ calls: Array<number>(92).fill(NOW.getTime() - 10_000) });
    expect(await probe(on.connection, HOST, cursor)).toMatchObject({ connector: false, provisional: true });
    expect(on.calls).toEqual([]);
  });
});

describe('a new key', () => {
  it('inherits the calls of the last minute, but not the rejection of the old one', async () => {
    await using on = await rounds(listing(fleetOf(150)));
    await on.at(0);
    const [pace] = on.cursor.consoles;
    if (!pace) throw new Error('Nothing was kept.');
    const problem = { code: 'connector_forbidden' } as const;
    const refused = { ...pace, failures: 3, quietUntil: NOW.getTime() + 900_000, problem };
    on.cursor = callsOnly({ consoles: [refused] });
    const { calls, found } = await on.at(30);
    expect(calls).toBe(3);
    expect(found).not.toHaveProperty('problem');
  });
});

it('A console that names uplinks only in details has each of them read at least every 14 hours', async () => {
  const can = { ...CAN, storage: false };
  const everyMs = 300_000;
  await using on = await rounds(listing(fleetOf(500)), {
    wants: { ...NONE, statistics: true, facts: true },
    can,
    everyMs,
  });
  const read = new Map<string, number>();
  let seen = 0;
  for (let round = 0; round < 288; round++) {
    await on.at((round * everyMs) / 1000);
    for (const { at, path } of on.calls.slice(seen)) {
      const device = /device-\d+$/.exec(path)?.[0];
      if (!device) continue;
      expect(at - (read.get(device) ?? at), device).toBeLessThan(14 * 3_600_000);
      read.set(device, at);
    }
    seen = on.calls.length;
  }
  for (const at of read.values()) expect(on.clock.now - at).toBeLessThan(14 * 3_600_000);
  expect(read.size).toBe(500);
  expect(busiestMinute(on.calls.map(({ at }) => at))).toBeLessThanOrEqual(100);
});
