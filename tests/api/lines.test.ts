// Internet lines: what rules about them raise, and what they don't.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ConsoleOptions, LineOptions } from '#api/demo/unifi/network-build.ts';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { addMember } from '#tests/support/members.ts';
import { rest } from '#tests/support/rest.ts';
import { Rounds, time } from '#tests/support/rounds.ts';

let rounds: Rounds;
let clinic: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());
afterEach(() => rounds.end());

const both: LineOptions[] = [{ isp: 'Comcast' }, { isp: 'Telia' }];

async function begin(options: Partial<ConsoleOptions> = {}, more: ConsoleOptions[] = []): Promise<void> {
  const console = { name: 'Riverside Dental', lines: both, linesApi: true, ...options };
  await rounds.begin({ keys: [{ value: 'test-key', consoles: [console, ...more] }] });
  clinic = await rounds.addController('test-key', 'Riverside Dental');
}
const line = (key: 'WAN' | 'WAN2' = 'WAN') => rounds.network.console('Riverside Dental').line(key);

/** Rounds at these minutes, each followed by what is open. */
async function pass(from: number, to: number): Promise<void> {
  for (let minute = from; minute <= to; minute++) await rounds.round(clinic, minute);
}
const open = async () =>
  (await rounds.alerts(clinic))
    .map(({ type, unknownSince }) => `${type}${unknownSince ? ' unknown' : ''}`)
    .toSorted();
const messages = async () => (await rounds.alerts(clinic)).map(({ message }) => message);

interface Support {
  condition: string;
  supported: boolean;
  reason: string | null;
  resolution: string | null;
  defaultThreshold: string | null;
}
async function support(condition: string): Promise<Support> {
  const query = '{ alertConditions { condition supported reason resolution defaultThreshold } }';
  const { alertConditions } = await rounds.ask<{ alertConditions: Support[] }>(query);
  return alertConditions.find((one) => one.condition === condition)!;
}

describe('of a console that reports the state of its lines', () => {
  beforeEach(async () => {
    await begin();
    await rounds.addRule({ name: 'Lines', condition: 'wan_down', duration: 2 });
    await rounds.addRule({ name: 'Failover', condition: 'wan_failover', duration: 1 });
    await rounds.round(clinic, 0);
  });

  test('a line that is down raises an alert with its provider after the rule’s duration, and resolves when it is up', async () => {
    line().goDown();
    await pass(1, 2);
    expect(await open()).toEqual(['wan_failover']);
    await rounds.round(clinic, 3);
    expect(await open()).toEqual(['wan_down', 'wan_failover']);
    const shown = await rounds.alerts(clinic);
    expect(shown.find(({ type }) => type === 'wan_down')).toMatchObject({
      severity: 'error',
      deviceName: 'WAN',
      line: 'WAN',
      provider: 'Comcast',
      message: 'WAN (Comcast, AS7922) of Riverside Dental has been down since 12:01 UTC',
    });
    expect(shown.find(({ type }) => type === 'wan_failover')).toMatchObject({
      severity: 'warning',
      line: 'WAN2',
      provider: 'Telia',
      message:
        'WAN2 (Telia) of Riverside Dental has been carrying the traffic of another line since 12:01 UTC',
    });
    line().clear();
    await rounds.round(clinic, 4);
    expect(await open()).toEqual([]);
  });

  test('the second line raises too when it is down, although it only stands by', async () => {
    line('WAN2').goDown();
    await pass(1, 3);
    expect(await messages()).toEqual(['WAN2 (Telia) of Riverside Dental has been down since 12:01 UTC']);
  });

  test('if both are down, the console is offline, and its lines are unknown instead of recovered', async () => {
    line().goDown();
    await pass(1, 3);
    line('WAN2').goDown();
    await pass(4, 6);
    expect(await open()).toEqual(['wan_down unknown', 'wan_failover unknown']);
    line('WAN2').clear();
    await pass(7, 8);
    expect(await open()).toEqual(['wan_down', 'wan_failover']);
  });

  test('a call that fails falls back to the cloud’s report, and a word that we don’t know is unknown', async () => {
    line().goDown();
    await pass(1, 3);
    expect(await open()).toEqual(['wan_down', 'wan_failover']);
    const path = '/load-balancing/status';
    for (const fault of [
      { respond: 500 },
      { respond: 'html' },
      { respond: () => ({ wan_interfaces: 7 }) },
    ] as const) {
      const faulty = rounds.unifi.faults.add({ path, ...fault });
      await pass(10, 11);
      expect(await open()).toEqual(['wan_down', 'wan_failover']);
      faulty.clear();
    }
    rounds.network.console('Riverside Dental').trap('noWans');
    rounds.unifi.faults.add({
      path,
      respond: () => ({
        wan_interfaces: [
          { wan_networkgroup: 'WAN', state: 'HIBERNATING' },
          { wan_networkgroup: 'WAN2' },
          { wan_networkgroup: '__proto__', state: 'ACTIVE' },
          null,
          'WAN3',
        ],
      }),
    });
    await rounds.round(clinic, 12);
    expect(await open()).toEqual(['wan_down unknown', 'wan_failover unknown']);
  });

  test('lines that share the traffic don’t stand by, so one of them alone is no failover', async () => {
    await rounds.unifi.close();
    await begin({ lines: [{ isp: 'Comcast' }, { isp: 'Telia', isStandby: false }] });
    await rounds.addRule({ condition: 'wan_failover', duration: 1 });
    await rounds.round(clinic, 0);
    line().goDown();
    await pass(1, 5);
    expect(await open()).toEqual([]);
  });

  test('a line that was removed from the gateway resolves as removed', async () => {
    line('WAN2').goDown();
    await pass(1, 3);
    const { console } = rounds.network.console('Riverside Dental');
    console.lines = console.lines.slice(0, 1);
    await pass(4, 5);
    expect(await open()).toEqual(['wan_down unknown']);
    await pass(18, 20);
    expect(await open()).toEqual([]);
    expect(await rounds.rows('select resolution from alert')).toEqual([{ resolution: 'removed' }]);
  });
});

describe('of a console of which only the cloud knows the lines', () => {
  beforeEach(async () => {
    await begin({ linesApi: false });
    await rounds.addRule({ condition: 'wan_down', duration: 5 });
    await rounds.addRule({ condition: 'wan_failover', duration: 5 });
    await rounds.round(clinic, 0);
  });

  test('an outage raises once UniFi has reported a period, and closes once it is past', async () => {
    line().goDown();
    await pass(1, 4);
    expect(await open()).toEqual([]);
    await pass(5, 7);
    expect(await open()).toEqual(['wan_down', 'wan_failover']);
    expect(await messages()).toContain(
      'WAN (Comcast, AS7922) of Riverside Dental has been down since 12:00 UTC',
    );
    await pass(8, 14);
    line().clear();
    await pass(15, 40);
    expect(await open()).toEqual([]);
  });

  test('a duration longer than the measured outage isn’t reached by waiting', async () => {
    await rounds.rows('update alert_rule set duration = 10');
    line().goDown();
    await pass(1, 4);
    line().clear();
    await pass(5, 20);
    expect(await rounds.rows('select id from alert')).toEqual([]);
  });

  test('old, undated and malformed issues are no present trouble', async () => {
    const past = Math.floor(Date.now() / 300_000) - 4;
    const wanIssues = [
      { index: past, count: 1, wanDowntime: true },
      { wanDowntime: true },
      { index: 'now', wanDowntime: true },
      { index: 70, wanDowntime: true },
      { index: past + 4, count: -3, wanDowntime: 'yes' },
      { index: past + 4, packetLoss: true, count: 1e12 },
      null,
      'down',
    ];
    rounds.unifi.faults.add({
      path: '/v1/sites',
      respond: (body) => {
        const answer = structuredClone(body) as { data: { statistics: { wans: { WAN: object } } }[] };
        Object.assign(answer.data[0]!.statistics.wans.WAN, { wanIssues });
        return answer;
      },
    });
    await pass(1, 4);
    expect(await rounds.rows('select id from pending_condition')).toEqual([]);
  });

  test.each([
    ['no statistics', null],
    ['no lines', { wans: null }],
    ['lines that aren’t objects', { wans: { WAN: 7, WAN2: [] } }],
    ['no list of issues', { wans: { WAN: { wanIssues: 'none' }, WAN2: {} } }],
  ])('with %s, an open alert is unknown, with the reason', async (_, statistics) => {
    line().goDown();
    await pass(1, 7);
    expect(await open()).toEqual(['wan_down', 'wan_failover']);
    rounds.unifi.faults.add({
      path: '/v1/sites',
      respond: (body) => ({
        ...(body as object),
        data: (body as { data: object[] }).data.map((site) => ({ ...site, statistics })),
      }),
    });
    await rounds.round(clinic, 8);
    expect(await open()).toEqual(['wan_down unknown', 'wan_failover unknown']);
    await pass(9, 15);
    const { alertRules } = await rounds.ask<{ alertRules: { notEvaluated: { reason: string }[] }[] }>(
      '{ alertRules { notEvaluated { reason } } }',
    );
    expect(alertRules.flatMap(({ notEvaluated }) => notEvaluated)[0]).toMatchObject({
      reason: 'UniFi reports no state of the internet lines of this console.',
    });
  });

  test('an unplugged cable is known at once', async () => {
    line('WAN2').unplug();
    await pass(1, 6);
    expect(await messages()).toEqual(['WAN2 (Telia) of Riverside Dental has been down since 12:01 UTC']);
  });
});

describe('of a console with one line', () => {
  test('an outage is told by the console’s own alert, and what the cloud still lists afterwards raises nothing', async () => {
    await begin({ lines: [{ isp: 'Comcast' }], linesApi: false });
    await rounds.addRule({ condition: 'wan_down', duration: 1 });
    await rounds.addRule({ condition: 'device_offline', duration: 1 });
    await rounds.round(clinic, 0);
    expect(await support('wan_down')).toMatchObject({
      supported: false,
      resolution: null,
      reason: expect.stringContaining('no second internet line') as string,
    });
    line().goDown();
    await pass(1, 4);
    expect(await open()).toEqual(['console_offline']);
    line().clear();
    await pass(5, 20);
    expect(await rounds.rows("select id from alert where type = 'wan_down'")).toEqual([]);
  });

  test('a second port that was never in use isn’t a line that is down', async () => {
    for (const linesApi of [true, false]) {
      if (!linesApi) await rounds.unifi.close();
      await begin({ lines: [{ isp: 'Comcast' }, { isUnused: true }], linesApi });
      await rounds.addRule({ condition: 'wan_down', duration: 1 });
      await pass(0, 8);
      expect(await rounds.rows('select id from alert')).toEqual([]);
      expect(await support('wan_down')).toMatchObject({ supported: false });
    }
  });
});

describe('packet loss and latency', () => {
  beforeEach(async () => {
    await begin({ lines: [{ isp: 'Comcast' }] });
    await rounds.addRule({ condition: 'wan_packet_loss', duration: 5 });
    await rounds.addRule({ condition: 'wan_latency', threshold: '120 ms', duration: 10 });
    await rounds.round(clinic, 0);
  });
  /** A period that arrives in any case. */
  const measure = (from: number, to: number, wan: object) => {
    rounds.unifi.faults.clear();
    rounds.unifi.faults.add({
      path: '/isp-metrics/5m',
      respond: () => ({
        data: [
          {
            hostId: rounds.network.console('Riverside Dental').hostId,
            siteId: rounds.network.console('Riverside Dental').console.sites[0]!.siteId,
            periods: Array.from({ length: (to - from) / 5 }, (_, nth) => ({
              metricTime: new Date(noonOf(from + 5 * nth)).toISOString(),
              data: { wan: { ispName: 'Comcast', ispAsn: 'AS7922', avgLatency: 12, packetLoss: 0, ...wan } },
            })),
          },
        ],
      }),
    });
  };
  const noonOf = (minutes: number) =>
    new Date(new Date().setUTCHours(12, 0, 0, 0)).getTime() + minutes * 60_000;

  test('raise for as long as they are measured, with the value and the provider', async () => {
    measure(0, 5, { packetLoss: 8 });
    await pass(1, 9);
    expect(await open()).toEqual([]);
    await pass(10, 12);
    expect(await messages()).toEqual([
      'Packet loss on WAN (Comcast, AS7922) of Riverside Dental has been above 5% since 12:00 UTC (measured at 8%)',
    ]);
    measure(5, 15, { packetLoss: 0, avgLatency: 140 });
    await pass(15, 22);
    expect(await messages()).toEqual([
      'Latency on WAN (Comcast, AS7922) of Riverside Dental has been above 120 ms since 12:05 UTC (measured at 140 ms)',
    ]);
    measure(15, 20, {});
    await pass(23, 27);
    expect(await open()).toEqual([]);
  });

  test('that aren’t measured any more make an alert unknown after 20 minutes, with the reason', async () => {
    measure(0, 5, { packetLoss: 8 });
    await pass(1, 12);
    measure(5, 5, {});
    await pass(13, 25);
    expect(await open()).toEqual(['wan_packet_loss']);
    await pass(26, 34);
    expect(await open()).toEqual(['wan_packet_loss unknown']);
    const { alertRules } = await rounds.ask<{ alertRules: { notEvaluated: { reason: string }[] }[] }>(
      '{ alertRules { notEvaluated { reason } } }',
    );
    expect(alertRules.flatMap(({ notEvaluated }) => notEvaluated)[0]).toMatchObject({
      reason: 'UniFi has reported no measurement of the internet lines of this console for 20 minutes.',
    });
  });

  test.each([
    ['a failed call', { respond: 500 }],
    ['an empty body', { respond: 'empty' }],
    ['nonsense', { respond: () => ({ data: [{ hostId: 7, periods: {} }, null] }) }],
  ] as const)('from %s raise nothing', async (_, fault) => {
    rounds.unifi.faults.add({ path: '/isp-metrics/', ...fault });
    await pass(1, 30);
    expect(await rounds.rows('select id from alert')).toEqual([]);
  });

  test('for one period don’t raise with a longer duration, however long nothing newer arrives', async () => {
    await rounds.rows('update alert_rule set duration = 10');
    measure(0, 5, { packetLoss: 60 });
    await pass(1, 20);
    expect(await rounds.rows('select id from alert')).toEqual([]);
  });

  test('can be offered once a line has been measured, with how often UniFi reports them', async () => {
    expect(await support('wan_latency')).toMatchObject({
      supported: true,
      reason: null,
      defaultThreshold: '150ms',
      resolution: expect.stringMatching(/every five minutes.*only some protocols/) as string,
    });
    await rounds.rows('delete from metrics.wan_sample');
    expect(await support('wan_packet_loss')).toMatchObject({
      supported: false,
      reason: 'UniFi has not measured an internet line of these consoles in the last day',
    });
  });
});

test('Measurements go to the line whose provider carried the traffic', async () => {
  await begin();
  await rounds.round(clinic, 0);
  line().goDown();
  await pass(1, 25);
  const lines = await rounds.rows(
    `select key, isp_name, asn, is_standby,
            (select count(*)::int from metrics.wan_sample s where s.wan_id = w.id and s.at >= ?) as newer
       from wan w order by key`,
    [time(5)],
  );
  expect(lines).toMatchObject([
    { key: 'WAN', isp_name: 'Comcast', asn: 7922, is_standby: false, newer: 0 },
    { key: 'WAN2', isp_name: 'Telia', asn: 1299, is_standby: true },
  ]);
  expect((lines[1] as { newer: number }).newer).toBeGreaterThanOrEqual(2);
});

test('A node of the release before internet lines stores measurements while this one runs', async () => {
  await begin();
  await pass(0, 1);
  const { hostId, sites } = rounds.network.console('Riverside Dental').console;
  const siteId = sites[0]!.siteId;
  const periods = (isp: string, site: string) =>
    JSON.stringify([
      { hostId, siteId: site, ispName: isp, at: time(0), latencyMs: 9, latencyMaxMs: 10, lossPercent: 0 },
    ]);
  /** The statements of that release. */
  const store = async (isp: string, site = siteId) => {
    await rounds.rows(
      `insert into wan (controller_id, host_id, site_id, isp_name)
     select ?, "hostId", "siteId", "ispName"
       from json_to_recordset(?::json) as line ("hostId" text, "siteId" text, "ispName" text)
     on conflict (controller_id, host_id, site_id) do update set isp_name = excluded.isp_name
      where wan.isp_name is distinct from excluded.isp_name and excluded.isp_name is not null`,
      [clinic, periods(isp, site)],
    );
    await rounds.rows(
      `insert into metrics.wan_sample (at, wan_id, latency, latency_max, loss)
     select p.at, wan.id, p."latencyMs", p."latencyMaxMs", p."lossPercent"
       from json_to_recordset(?::json) as p ("hostId" text, "siteId" text, at timestamptz, "latencyMs" real,
                                             "latencyMaxMs" real, "lossPercent" real)
       join wan on wan.controller_id = ? and wan.host_id = p."hostId" and wan.site_id = p."siteId"
      where to_regclass('metrics.wan_sample_' || to_char(p.at at time zone 'utc', 'YYYYMMDD')) is not null
     on conflict do nothing`,
      [periods(isp, site), clinic],
    );
  };
  await store('Comcast Business');
  await store('Verizon', 'another site');
  await store('Verizon', 'another site');
  const stored = await rounds.rows(
    `select network_site_id as site, key, isp_name as isp,
            exists (select from metrics.wan_sample s where s.wan_id = w.id and s.at = ?) as "isMeasured"
       from wan w order by network_site_id <> ?, key`,
    [time(0), siteId],
  );
  expect(stored).toMatchObject([
    { site: siteId, key: 'WAN', isp: 'Comcast Business', isMeasured: true },
    { site: siteId, key: 'WAN2', isp: 'Telia' },
    { key: 'WAN', isp: 'Verizon', isMeasured: true },
  ]);
  await pass(2, 3);
  const states = await rounds.rows(
    'select key, state, missing_since from wan where network_site_id = ? order by key',
    [siteId],
  );
  expect(states).toEqual([
    { key: 'WAN', state: 'up', missing_since: null },
    { key: 'WAN2', state: 'up', missing_since: null },
  ]);
});

test('With the same provider on two lines, measurements that fit both belong to neither', async () => {
  await begin({ lines: [{ isp: 'Comcast' }, { isp: 'Comcast', isStandby: false }] });
  await pass(0, 1);
  expect(
    await rounds.rows(
      'select key from wan w where exists (select from metrics.wan_sample s where s.wan_id = w.id)',
    ),
  ).toEqual([{ key: '' }]);
});

describe('a rule', () => {
  beforeEach(() => begin());

  test('about lines can’t be limited to devices, and can be by tag', async () => {
    const refused = await rounds.rest('POST /api/alert-rules', {
      name: 'Lines',
      condition: 'wan_down',
      scope: { deviceRoles: ['gateway'] },
    });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('Internet lines aren’t devices');
    await rounds.addRule({ condition: 'wan_down', duration: 1, scope: { tags: ['gold'] } });
    await rounds.addRule({
      condition: 'wan_failover',
      duration: 1,
      exceptions: [{ deviceRoles: ['gateway', 'switch', 'access_point', 'other'] }],
    });
    await rounds.round(clinic, 0);
    line().goDown();
    await pass(1, 3);
    expect(await open()).toEqual(['wan_failover']);
  });

  test.each([
    ['wan_latency', '150ms', undefined],
    ['wan_latency', '80 ms', undefined],
    ['wan_latency', '250', undefined],
    ['wan_latency', '0ms', 'Enter milliseconds between 1 and 10,000, such as 150ms'],
    ['wan_latency', '1s', 'Enter milliseconds between 1 and 10,000, such as 150ms'],
    ['wan_packet_loss', '2.5%', undefined],
    ['wan_packet_loss', '150ms', 'Enter a percentage between 1 and 100, such as 5%'],
  ])('of %s with the threshold %j is answered with %j', async (condition, threshold, error) => {
    const { status, body } = await rounds.rest('POST /api/alert-rules', {
      name: 'Slow',
      condition,
      threshold,
    });
    expect(status).toBe(error ? 400 : 200);
    if (error) expect(JSON.stringify(body)).toContain(error);
    else expect(body).toMatchObject({ condition, threshold });
  });
});

test('A server elsewhere reports that the only line of its site is down', async () => {
  await begin();
  const { console } = rounds.network.console('Riverside Dental');
  rounds.network.console('Riverside Dental').change({ kind: 'network-server' });
  console.lines = console.lines.slice(0, 1);
  await rounds.addRule({ condition: 'wan_down', duration: 1 });
  await rounds.round(clinic, 0);
  console.lines[0]!.history.push({ ...console.lines[0]!.history[0]!, at: Date.now(), isDown: true });
  await pass(1, 3);
  expect(await messages()).toEqual([
    'WAN (Comcast, AS7922) of Riverside Dental has been down since 12:01 UTC',
  ]);
});

describe('the lines of a site', () => {
  interface Line {
    id: string;
    line: string;
    state: string;
    isStandby: boolean | null;
    promisedPercent: number | null;
    outages: { from: string; until: string | null; seconds: number }[];
    months: {
      month: string;
      availabilityPercent: number | null;
      downSeconds: number;
      isPromiseKept: boolean | null;
    }[];
  }
  const lines = async () =>
    (
      await rounds.ask<{ internetLines: Line[] }>(
        `query ($c: ID!, $s: String!) { internetLines(controllerId: $c, siteId: $s) {
           id line provider asn addressFamily state stateSince isStandby isActive promisedPercent
           outages { from until seconds } months { month knownSince measuredSeconds availabilityPercent downSeconds unknownSeconds isPromiseKept } } }`,
        { c: clinic, s: rounds.network.console('Riverside Dental').hostId },
      )
    ).internetLines;
  const promise = (id: string, percent: string | null) =>
    rounds.ask('mutation ($id: ID!, $p: String) { promiseLineAvailability(id: $id, percent: $p) }', {
      id,
      p: percent,
    });

  test('have their outages and their availability, compared with what the provider promises', async () => {
    await begin();
    await pass(0, 50);
    line().goDown();
    await pass(51, 60);
    line().clear();
    await pass(61, 100);
    const [main, second] = await lines();
    expect(main).toMatchObject({
      line: 'WAN',
      provider: 'Comcast',
      addressFamily: 'ipv4',
      state: 'up',
      isStandby: false,
      isActive: true,
      outages: [{ from: time(51), until: time(61), seconds: 600 }],
      months: [
        {
          knownSince: time(0),
          measuredSeconds: 6000,
          availabilityPercent: 90,
          downSeconds: 600,
          unknownSeconds: 0,
          isPromiseKept: null,
        },
      ],
    });
    expect(second).toMatchObject({ line: 'WAN2', isStandby: true, isActive: false, outages: [] });
    await promise(main!.id, '99.9%');
    expect((await lines())[0]).toMatchObject({ promisedPercent: 99.9, months: [{ isPromiseKept: false }] });
    for (const percent of ['0', '-1', '100.1%', 'always', '9'.repeat(30)])
      await expect(promise(main!.id, percent)).rejects.toThrow('Enter a percentage');
    await expect(promise('7', '99')).rejects.toThrow('not found');
    await promise(main!.id, ' ');
    expect((await lines())[0]).toMatchObject({ promisedPercent: null });
  });

  test('are neither up nor down while nothing is read, and an outage that the cloud reports late has its true times', async () => {
    await begin({ linesApi: false });
    await pass(0, 10);
    line().goDown();
    await pass(11, 20);
    line().clear();
    await pass(21, 40);
    const [main] = await lines();
    expect(main!.outages).toEqual([{ from: time(10), until: time(20), seconds: 600 }]);
    rounds.unifi.faults.add({ path: '/v1/hosts', respond: 500 });
    await pass(41, 60);
    expect((await lines())[0]).toMatchObject({
      state: 'unknown',
      months: [{ downSeconds: 600, unknownSeconds: 1140 }],
    });
  });

  describe('as evidence for their provider', () => {
    const month = () => time(0).slice(0, 7);
    const file = (id: string, type: 'csv' | 'pdf', of = month(), person = rounds.alice) =>
      rest(person).get(`/api/internet-lines/${id}/${of}/${type}`);

    beforeEach(async () => {
      await begin({}, []);
      await pass(0, 50);
      line().goDown();
      await pass(51, 60);
      line().clear();
      await pass(61, 65);
      rounds.unifi.faults.add({ path: '/v1/hosts', respond: 500 });
      await pass(66, 70);
      rounds.unifi.faults.clear();
      await pass(71, 100);
    });

    test('list every outage and every time that wasn’t measured, with what reported it and how exactly', async () => {
      await rounds.rows(`update team set time_zone = 'Asia/Kolkata' where id = ?`, [rounds.alice.teamId]);
      await rounds.rows(`update wan set isp_name = '=cmd()'`);
      const about = "Riverside Dental,WAN,'=cmd(),7922,IPv4";
      const [main] = await lines();
      await promise(main!.id, '99.9');
      const { status, text } = await file(main!.id, 'csv');
      expect(status).toBe(200);
      const [head, whole, ...more] = text.trim().split('\r\n');
      const troubles = more.filter((row) => row.startsWith(about));
      expect(head).toContain('Site,Line,Provider,AS number,Addresses,What,From,To,Time zone,Duration (s),');
      const local = (minutes: number) => {
        const shifted = new Date(Date.parse(time(minutes)) + 330 * 60_000).toISOString();
        return shifted.replace('Z', '+05:30');
      };
      expect(whole).toContain(
        `${about},"Month, since first measured",${local(0)},${local(100)},Asia/Kolkata,6000,89.4,99.9,600,300,0,`,
      );
      expect(more.at(-3)).toContain('An outage that affects only some protocols, such as TCP, may not show.');
      expect(troubles).toEqual([
        `${about},Outage,${local(51)},${local(61)},Asia/Kolkata,600,,,,,,Console,1 min,`,
        `${about},Not measured,${local(66)},${local(71)},Asia/Kolkata,300,,,,,,,,`,
      ]);
    });

    test('call an outage that hasn’t ended ongoing', async () => {
      line().goDown();
      await pass(101, 110);
      const [main] = await lines();
      const { text } = await file(main!.id, 'csv');
      expect(text).toContain(`,Outage,${time(101)},ongoing,`);
    });

    test('are a PDF that is named after the line, for viewers too', async () => {
      const [main] = await lines();
      const vera = await addMember(rounds.alice, TeamRole.viewer, 'Vera');
      await rounds.rows("update session set last_seen_at = last_seen_at + interval '1 year'");
      const { status, headers, text } = await file(main!.id, 'pdf', month(), vera);
      expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect(headers.get('content-disposition')).toBe(
        `attachment; filename="wan-riverside-dental-${month()}.pdf"`,
      );
      expect(text.trimEnd()).toMatch(/%%EOF$/);
      const entries = await rounds.rows(
        `select actor_id, subject, after from audit_entry where action = 'line.export'`,
      );
      expect(entries).toEqual([
        {
          actor_id: vera.userId,
          subject: 'WAN (Riverside Dental)',
          after: { month: month(), format: 'pdf', rows: 2 },
        },
      ]);
    });

    test('aren’t found by another team, and don’t exist for a month without measurements', async () => {
      const [main] = await lines();
      const bob = await rounds.person('Bob');
      for (const type of ['csv', 'pdf'] as const) {
        expect(await file(main!.id, type, month(), bob)).toMatchObject({
          status: 404,
          body: { message: 'Internet line not found' },
        });
        expect((await file('7', type)).status).toBe(404);
        expect((await file(main!.id, type, '2026-13')).status).toBe(400);
        for (const other of ['2020-01', '2999-12'])
          expect(await file(main!.id, type, other)).toMatchObject({
            status: 400,
            body: { message: 'Nothing is known of this line in this month' },
          });
      }
    });
  });

  test('say what reported an outage: the cloud, or a port without a link', async () => {
    await begin({ linesApi: false });
    await pass(0, 10);
    line().goDown();
    await pass(11, 20);
    line().clear();
    line('WAN2').unplug();
    await pass(21, 40);
    const [main, second] = await lines();
    for (const [one, source] of [
      [main!, 'UniFi cloud,5 min'],
      [second!, 'Port without a link,1 min'],
    ] as const) {
      const { text } = await rest(rounds.alice).get(
        `/api/internet-lines/${one.id}/${time(0).slice(0, 7)}/csv`,
      );
      expect(text).toContain(source);
    }
  });

  test('count months in the time zone of the team', async () => {
    await begin();
    await pass(0, 10);
    const zone = new Date().getUTCDate() > 14 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago';
    await rounds.rows('update team set time_zone = ?', [zone]);
    const local = new Date().toLocaleDateString('sv', { timeZone: zone }).slice(0, 7);
    expect((await lines())[0]!.months.map((one) => one.month)).toEqual([local]);
  });
});
