import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { documentedLimits } from '#api/demo/unifi/answer.ts';
import { Rounds } from '#tests/support/rounds.ts';

// Where the clock is the test's, waiting moves it.
vi.mock('node:timers/promises', async (original) => {
  const real = await original<typeof import('node:timers/promises')>();
  const wait = async (ms: number) => void vi.setSystemTime(Date.now() + ms);
  const setTimeout: typeof real.setTimeout = async (ms, value, options) => {
    await (vi.isFakeTimers() ? wait(ms ?? 1) : real.setTimeout(ms, undefined, options));
    return value as never;
  };
  return { ...real, setTimeout };
});

let rounds: Rounds;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());
afterEach(() => rounds.end());

/** Connector calls of one console in its busiest minute. */
function busiestMinute(console: string): number {
  const calls = rounds.unifi.requests.filter((request) => request.console === console).map(({ at }) => at);
  return Math.max(...calls.map((from) => calls.filter((at) => at >= from && at < from + 60_000).length));
}

describe.each([60, 20])('A console with 150 devices, read every %i s', (seconds) => {
  test('gets at most 100 requests a minute, and its one hot device still raises an alert', async () => {
    const devices = Array.from({ length: 150 }, (_, nth) => ({ name: `AP ${nth}`, model: 'U6 Lite' }));
    await rounds.begin({
      keys: [{ value: 'test-key', consoles: [{ name: 'Campus', devices }] }],
      limits: documentedLimits,
    });
    const campus = await rounds.addController();
    await rounds.rows('update controller set poll_seconds = ?', [seconds]);
    await rounds.addRule({ condition: 'high_cpu', threshold: '90%', duration: 5 });
    rounds.network.device('AP 77').load({ cpuPercent: 99 });
    // A call takes time.
    rounds.network.step = (now) => void vi.setSystemTime(now + 25);

    let raisedAt: number | undefined;
    for (let minute = 1; minute <= 25; minute += seconds / 60) {
      await rounds.round(campus, minute);
      if ((await rounds.alerts(campus)).length > 0) raisedAt ??= minute;
      expect(await rounds.controller(campus)).toMatchObject({ status: 'online' });
    }
    expect(busiestMinute('Campus')).toBeLessThanOrEqual(100);
    const asked = rounds.unifi.requests.filter(({ path }) => path.includes('/statistics/')).length;
    expect(asked / 25).toBeGreaterThan(70);
    expect(raisedAt).toBeGreaterThanOrEqual(6);
    expect(raisedAt).toBeLessThanOrEqual(20);
    expect(await rounds.history()).toEqual(['raised AP 77']);

    rounds.network.device('AP 77').load({ cpuPercent: 12 });
    for (let minute = 26; minute <= 34; minute += seconds / 60) await rounds.round(campus, minute);
    expect(await rounds.history()).toEqual(['raised AP 77', 'resolved AP 77']);
  });
});
