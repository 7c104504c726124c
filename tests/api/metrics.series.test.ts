// How a period becomes points, and when lines are asked for: plain functions.
import { describe, expect, test } from 'vitest';
import { partitionAt, partitionNamed, partitionsBetween } from '#api/features/metrics/partitions.store.ts';
import { samplesOf, reachabilityOf } from '#api/features/metrics/samples.ts';
import { seriesOf, uptimeOf, maxPoints, spanOf, timesOf, type Span } from '#api/features/metrics/series.ts';
import { nextWanRead, nextWanRetry, wanSpan } from '#api/features/metrics/record-wans.store.ts';
import type { ConsoleReading, DeviceReading } from '#api/features/unifi/reading.ts';

const now = new Date('2026-11-22T14:02:30Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const day = 24 * 60;
const bounds = { now, reachesBack: null, leastSeconds: 60, mostSampled: 8 * day * 60_000 };
const span = (from: Date, until?: Date, more: object = {}) => {
  const found = spanOf({ from, until }, { ...bounds, ...more });
  if ('wrong' in found) throw new Error(JSON.stringify(found.wrong));
  return found;
};

describe('A period', () => {
  test.each([
    ['an hour', 60, 60, 'samples'],
    ['a day', day, 300, 'samples'],
    ['a week', 7 * day, 1800, 'samples'],
    ['two weeks', 14 * day, 3600, 'hours'],
    ['a month', 30 * day, 7200, 'hours'],
    ['a year', 365 * day, 86_400, 'hours'],
  ])('of %s has at most 500 points', (_, minutes, seconds, source) => {
    const found = span(ago(minutes));
    expect(found).toMatchObject({ bucketSeconds: seconds, source });
    expect(timesOf(found).length).toBeLessThanOrEqual(maxPoints);
    expect(found.from.getTime() % (seconds * 1000)).toBe(0);
    expect(found.from.getTime()).toBeLessThanOrEqual(ago(minutes).getTime());
  });

  test('has no points shorter than the polling interval, nor shorter than an hour if samples were deleted', () => {
    expect(span(ago(60), now, { leastSeconds: 200 }).bucketSeconds).toBe(300);
    expect(span(ago(12 * day), ago(12 * day - 60))).toMatchObject({ bucketSeconds: 3600, source: 'hours' });
    expect(span(ago(3 * day), now, { mostSampled: day * 60_000 }).source).toBe('hours');
  });

  test('ends now at the latest, and starts where the history does', () => {
    const found = span(ago(40 * day), new Date('2999-01-01'), { reachesBack: ago(30 * day) });
    expect(found.until).toEqual(now);
    expect(found.from >= ago(30 * day)).toBe(true);
    expect(timesOf(span(ago(90 * day), ago(60 * day), { reachesBack: ago(30 * day) }))).toEqual([]);
  });

  test.each([
    ['begins in the future', new Date('2027-01-01'), null, 'from'],
    ['ends before it begins', ago(5), ago(10), 'until'],
    ['is empty', ago(5), ago(5), 'until'],
    ['is longer than can be asked for', ago(401 * day), null, 'from'],
    ['begins before there was time', new Date('0001-01-01'), null, 'from'],
  ])('that %s is refused with a message', (_, from, until, field) => {
    expect(spanOf({ from, until }, bounds)).toEqual({ wrong: { [field]: expect.any(String) as string } });
  });
});

describe('Points', () => {
  const minutes: Span = { from: ago(5), until: now, bucketSeconds: 60, source: 'samples' };
  const row = (bucket: number, cpu: number | null, seconds = 60) => ({ bucket, cpu, seconds });

  test('are null without a reading, and never 0', () => {
    expect(seriesOf(minutes, [row(0, 0), row(3, 7)], ['cpu']).cpu).toEqual([0, null, null, 7, null]);
  });

  test('have a value only for the time that a sample covers', () => {
    expect(seriesOf(minutes, [row(0, 1), row(4, 9, 180)], ['cpu']).cpu).toEqual([1, null, 9, 9, 9]);
    expect(seriesOf(minutes, [row(1, 5, 9000)], ['cpu']).cpu).toEqual([5, 5, null, null, null]);
  });

  test('without data are as many nulls as there are times', () => {
    expect(seriesOf(minutes, [], ['cpu'])).toEqual({ at: timesOf(minutes), cpu: Array(5).fill(null) });
    expect(uptimeOf([])).toBeNull();
    expect(uptimeOf([{ observed: 60, online: 45 }])).toBe(75);
  });
});

const device = (mac: string, more: Partial<DeviceReading> = {}): DeviceReading => ({
  mac,
  name: mac,
  role: 'other',
  isConsole: false,
  adopted: true,
  state: 'online',
  ...more,
});
const site = (hostId: string, more: Partial<ConsoleReading> = {}): ConsoleReading => ({
  hostId,
  name: hostId,
  link: 'connected',
  devicesListed: true,
  devices: [],
  ...more,
});

describe('From a reading', () => {
  test('only watched, adopted and known devices are stored', () => {
    const consoles = [
      site('A', {
        devices: [
          device('1', { cpuPercent: 0, uplinkBps: 12 }),
          device('2', { adopted: false }),
          device('3', { state: 'unknown' }),
          device('4', { state: 'unknown', memoryPercent: 50 }),
          device('5', { state: 'busy' }),
        ],
      }),
      site('B', { devices: [device('6')] }),
      site('C', { link: 'disconnected', devices: [device('7')] }),
    ];
    const kept = samplesOf({ at: now, consoles }, (hostId) => hostId !== 'B');
    expect(kept.map(({ mac, state, cpu, memory }) => [mac, state, cpu, memory])).toEqual([
      ['1', 1, 0, null],
      ['4', null, null, 50],
      ['5', 3, null, null],
    ]);
  });

  test('each console is reachable or not, with the reason', () => {
    const busy = site('D', { problem: { code: 'call_budget' } });
    const consoles = [
      site('A', { problem: { code: 'timed_out' } }),
      site('B'),
      site('C', { link: 'disconnected' }),
      busy,
    ];
    expect(reachabilityOf({ at: now, consoles }, (hostId) => hostId !== 'B')).toEqual([
      { hostId: '', seen: true, problem: null },
      { hostId: 'A', seen: true, problem: "UniFi didn't respond in time." },
      { hostId: 'C', seen: false, problem: 'The console is disconnected from UniFi.' },
      { hostId: 'D', seen: true, problem: null },
    ]);
  });
});

describe('WAN metrics are requested', () => {
  const at = (time: string) => new Date(`2026-11-22T${time}Z`);

  test('for one day at first, then once for each period, five minutes after it ended', () => {
    expect(wanSpan(null, now)).toEqual({ from: new Date('2026-11-21T14:05:00Z'), until: at('13:55:00') });
    expect(wanSpan(at('13:55:00'), now)).toBeUndefined();
    expect(wanSpan(at('13:55:00'), at('14:05:00'))).toEqual({ from: at('13:55:00'), until: at('14:00:00') });
    expect(nextWanRead(now)).toEqual(at('14:05:00'));
  });

  test('rarely if there are none, and not before UniFi allows', () => {
    expect(nextWanRetry(now, { kind: 'gone' })).toEqual(at('20:02:30'));
    expect(nextWanRetry(now, { kind: 'unavailable' })).toEqual(at('14:07:30'));
    expect(nextWanRetry(now, { kind: 'rate_limited', retryAfterMs: 600_000 })).toEqual(at('14:12:30'));
  });
});

describe('A partition', () => {
  test('is a day or a month in UTC, and named accordingly', () => {
    expect(partitionAt('device_hour', new Date('2026-12-31T23:59:59Z'))).toEqual({
      table: 'device_hour',
      name: 'device_hour_202612',
      from: new Date('2026-12-01T00:00:00Z'),
      until: new Date('2027-01-01T00:00:00Z'),
    });
    const days = partitionsBetween(
      'wan_sample',
      new Date('2028-02-28T12:00:00Z'),
      new Date('2028-03-01T00:00:00Z'),
    );
    expect(days.map(({ name }) => name)).toEqual([
      'wan_sample_20280228',
      'wan_sample_20280229',
      'wan_sample_20280301',
    ]);
    for (const one of days) expect(partitionNamed(one.name)).toEqual(one);
    for (const other of ['wan_sample', 'rolled_up', 'wan_sample_2028', 'alert_20280228', 'wan_hour_20280228'])
      expect(partitionNamed(other)).toBeUndefined();
  });
});
