// Latency and loss of lines to the internet, as the cloud measures them.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Rounds, time } from '#tests/support/rounds.ts';

let rounds: Rounds;
let office: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());
beforeEach(async () => {
  await rounds.begin();
  office = await rounds.addController();
});
afterEach(() => rounds.end());

interface Line {
  latencyMs: (number | null)[];
  lossPercent: (number | null)[];
  measuredUntil: string;
  ispName: string;
}
interface Answer {
  at: string[];
  bucketSeconds: number;
  lines: Line[];
  problem: string | null;
}
const ask = async (query = '') =>
  (await rounds.rest<Answer>(`GET /api/controllers/${office}/wan-metrics?${query}`)).body;
const asked = () => rounds.unifi.requests.filter(({ path }) => path.includes('/isp-metrics/'));
const kept = async () =>
  (await rounds.rows<{ count: number }>('select count(*)::int as count from metrics.wan_sample'))[0]!.count;

test('The last day is read with the first reading, then each period once', async () => {
  await rounds.round(office, 0);
  const first = await kept();
  // Some periods never arrive.
  expect(first).toBeGreaterThan(270);
  expect(first).toBeLessThan(287);
  for (let minute = 1; minute <= 12; minute++) await rounds.round(office, minute);
  expect(asked()).toHaveLength(3);
  expect(await kept()).toBeLessThanOrEqual(first + 2);

  const { at, bucketSeconds, lines, problem } = await ask();
  expect([bucketSeconds, problem, lines.length]).toEqual([300, null, 1]);
  const [line] = lines;
  expect(line!.latencyMs).toHaveLength(at.length);
  const measured = line!.latencyMs.filter((value) => value !== null);
  expect(measured.length).toBeGreaterThan(260);
  expect(Math.min(...measured)).toBeGreaterThanOrEqual(8);
  // No period is no measurement: not a good one, and not a bad one.
  expect(line!.lossPercent.filter((value) => value === null).length).toBe(at.length - measured.length);
  expect(line!.measuredUntil > time(-10)).toBe(true);

  const days = await ask(`from=${time(-20 * 24 * 60)}`);
  expect(days.bucketSeconds).toBe(3600);
  expect(days.lines[0]!.latencyMs.filter((value) => value !== null).length).toBeGreaterThanOrEqual(24);
});

test('A period that arrives twice or late gives the same hour', async () => {
  await rounds.round(office, 0);
  const hours = () => rounds.rows('select * from metrics.wan_hour order by at');
  const before = await hours();
  const samples = await kept();
  await rounds.rows('update controller set wans_due_at = null, wans_read_until = null');
  await rounds.round(office, 1);
  expect(await hours()).toEqual(before);
  expect(await kept()).toBe(samples);
});

test('If the cloud has none, the screen says so, nothing else fails, and requests are rare', async () => {
  rounds.unifi.faults.add({ path: '/isp-metrics/', respond: 404 });
  for (let minute = 0; minute <= 12; minute++) await rounds.round(office, minute);
  expect(await rounds.controller(office)).toMatchObject({ status: 'online', statusReason: null });
  expect(await ask()).toMatchObject({
    lines: [],
    problem: expect.stringMatching(/no measurements/) as string,
  });
  // Under both addresses, once.
  expect(asked()).toHaveLength(2);
});

test.each([
  ['500', { respond: 500 }, /returned a server error/],
  ['HTML', { respond: 'html' }, /isn't JSON/],
  ['a wait', { respond: 429, retryAfter: '30' }, /asked us to wait/],
  ['no list', { respond: () => ({ data: null }) }, /doesn't contain the expected list/],
] as const)(
  'After %s missing data is requested again, and alerts are not delayed',
  async (_, fault, words) => {
    rounds.unifi.faults.add({ path: '/isp-metrics/', ...fault });
    await rounds.round(office, 0);
    expect((await ask()).problem).toMatch(words);
    expect(await rounds.controller(office)).toMatchObject({ status: 'online' });
    rounds.unifi.faults.clear();
    await rounds.round(office, 6);
    expect((await ask()).problem).toBeNull();
    expect(await kept()).toBeGreaterThan(270);
  },
);

test('Measurements without a value or a known gateway are ignored', async () => {
  const { hostId } = rounds.network.console('Office').trap('noWans');
  const period = (metricTime: unknown, wan: unknown) => ({ metricTime, data: { wan } });
  const data = [
    { metricType: '5m', periods: [period(time(-30), { avgLatency: 9 })] },
    {
      hostId,
      periods: [
        period(time(-20), { avgLatency: '12', packetLoss: -1, ispName: ' Bahnhof\u0000 ' }),
        period(time(-15), { avgLatency: null }),
        period('yesterday', { avgLatency: 9 }),
        period(time(-9999), { avgLatency: 9 }),
        period(time(-10), null),
        'nothing',
      ],
    },
    { hostId: 'Somebody:1', periods: [period(time(-20), { avgLatency: 99 })] },
    null,
  ];
  rounds.unifi.faults.add({ path: '/isp-metrics/', respond: () => ({ data }) });
  await rounds.rows('update controller set selected_site_id = ?', [hostId]);
  await rounds.round(office, 0);
  const { lines } = await ask(`from=${time(-60)}`);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ ispName: 'Bahnhof' });
  expect(lines[0]!.latencyMs.filter((value) => value !== null)).toEqual([12]);
  expect(lines[0]!.lossPercent.every((value) => value === null)).toBe(true);
});
