// Rules run over a past in which they were watched: a backtest raises what polls raised.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { smallOffice } from '#api/demo/unifi/network.ts';
import type { ConsoleOptions } from '#api/demo/unifi/network-build.ts';
import { runBacktestJob } from '#api/features/watch/backtest/backtest.job.ts';
import { rest } from '#tests/support/rest.ts';
import { Rounds, time } from '#tests/support/rounds.ts';

let rounds: Rounds;
let controllers: string[];

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());
afterEach(() => rounds.end());

async function begin(consoles: ConsoleOptions[]): Promise<void> {
  await rounds.begin({ keys: consoles.map((one) => ({ value: `key-${one.name}`, consoles: [one] })) });
  controllers = [];
  for (const { name } of consoles)
    controllers.push(await rounds.addController(`key-${name}`, `${name} account`));
}

const line = (name: string, key: 'WAN' | 'WAN2' = 'WAN') => rounds.network.console(name).line(key);

/** A round of every controller at each of these minutes. */
async function pass(from: number, to = from): Promise<void> {
  for (let minute = from; minute <= to; minute++)
    for (const id of controllers) await rounds.round(id, minute);
}

interface Shown {
  status: string;
  result: {
    siteCount: number;
    lineCount: number;
    runs: { total: number; had: number }[];
    gaps: { from: string; until: string; kind: string }[];
    limits: { code: string; deviceCount: number | null; until: string | null }[];
    thresholds: { threshold: string; alerts: number }[];
    suggestions: {
      threshold: string | null;
      duration: number;
      before: number;
      after: number;
      missed: number;
      fewerMessages: number;
    }[];
  };
}

async function run(ruleId: string | null, input: Record<string, unknown> = {}) {
  const { startRuleBacktest } = await rounds.ask<{ startRuleBacktest: { id: string } }>(
    `mutation($ruleId: ID, $input: AlertRuleChanges!) {
       startRuleBacktest(ruleId: $ruleId, input: $input, days: 7) { id } }`,
    { ruleId, input },
  );
  const { id } = startRuleBacktest;
  await runBacktestJob(rounds.running.app, { id });
  const { ruleBacktest, ruleBacktestAlerts } = await rounds.ask<{
    ruleBacktest: Shown;
    ruleBacktestAlerts: Raised[];
  }>(
    `query($id: ID!) {
       ruleBacktest(id: $id) { status result { siteCount lineCount runs { total had } gaps { from until kind }
         limits { code deviceCount until } thresholds { threshold alerts } suggestions { threshold duration before after missed fewerMessages } } }
       ruleBacktestAlerts(id: $id) { type deviceName since raisedAt until raises siteCount } }`,
    { id },
  );
  expect(ruleBacktest.status).toBe('done');
  return { ...ruleBacktest.result, alerts: ruleBacktestAlerts };
}

interface Raised {
  type: string;
  deviceName: string;
  since: string;
  raisedAt: string;
  until: string | null;
  raises: number;
  siteCount: number | null;
}

/** The alerts that polls raised by a rule, newest first. */
async function raisedBy(ruleId: string): Promise<Raised[]> {
  const rows = await rounds.rows<Record<string, string | number | null>>(
    `select type, device_name as "deviceName", since, timestamp as "raisedAt", resolved_at as until, raises,
            affected_site_count as "siteCount" from alert where rule_id = ? order by timestamp desc`,
    [ruleId],
  );
  const iso = (at: unknown) => (at === null ? null : new Date(at as string).toISOString());
  return rows.map((row) => ({
    ...row,
    since: iso(row['since']),
    raisedAt: iso(row['raisedAt']),
    until: iso(row['until']),
  })) as Raised[];
}

/** A saved rule, run over the past without a change, raises what it raised. */
async function expectSame(ruleId: string, count: number) {
  const raised = await raisedBy(ruleId);
  expect(raised).toHaveLength(count);
  const found = await run(ruleId);
  expect(found.alerts).toEqual(raised);
  expect(found.runs[0]).toMatchObject({ total: count, had: count });
  return found;
}

const dental: ConsoleOptions = {
  name: 'Dental',
  lines: [{ isp: 'Comcast' }, { isp: 'Telia' }],
  linesApi: true,
};

test('A line that fails, its failover and their return are found again, and a longer duration finds less', async () => {
  await begin([dental]);
  const down = await rounds.addRule({ condition: 'wan_down', duration: 2 });
  const failover = await rounds.addRule({ condition: 'wan_failover', duration: 1 });
  await pass(0, 1);
  line('Dental').goDown();
  await pass(2, 8);
  line('Dental').clear();
  await pass(9, 40);
  line('Dental', 'WAN2').goDown();
  await pass(41, 44);
  rounds.unifi.faults.add({ path: '/v1/', respond: 500 });
  await pass(45, 50);
  rounds.unifi.faults.clear();
  await pass(51, 55);
  expect(await expectSame(down, 2)).toMatchObject({
    siteCount: 1,
    lineCount: 2,
    gaps: [{ from: time(45), until: time(51), kind: 'unread' }],
    limits: [{ code: 'lines_not_stored', until: time(0) }],
  });
  await expectSame(failover, 1);
  expect((await run(down, { duration: 8 })).runs).toMatchObject([{ total: 1 }]);
});

test('What only the cloud reports is found again when it was reported', async () => {
  await begin([{ ...dental, linesApi: false }]);
  const down = await rounds.addRule({ condition: 'wan_down', duration: 5 });
  const failover = await rounds.addRule({ condition: 'wan_failover', duration: 5 });
  await pass(0, 6);
  line('Dental').goDown();
  await pass(7, 40);
  line('Dental').clear();
  await pass(41, 70);
  await expectSame(down, 1);
  await expectSame(failover, 1);
});

test('Packet loss and latency are found again from what UniFi measured, and gaps in it are shown', async () => {
  await begin([{ ...dental, lines: [{ isp: 'Comcast' }] }]);
  const loss = await rounds.addRule({ condition: 'wan_packet_loss', threshold: '5%', duration: 5 });
  const latency = await rounds.addRule({ condition: 'wan_latency', threshold: '150ms', duration: 15 });
  await pass(0, 30);
  line('Dental').lose(12);
  line('Dental').slowDown(400);
  await pass(31, 75);
  line('Dental').clear();
  await pass(76, 110);
  const found = await expectSame(loss, 1);
  expect(found.limits).toMatchObject([{ code: 'reported_late' }, { code: 'no_history' }]);
  expect(found.thresholds.map(({ threshold }) => threshold)).toContain('5%');
  const slow = await expectSame(latency, 1);
  expect(slow.thresholds.map(({ threshold }) => threshold)).toContain('150ms');
  expect((await run(loss, { threshold: '15%' })).runs).toMatchObject([{ total: 0 }]);
});

test('A provider’s outage is found again, and so are the alerts that became part of it', async () => {
  const at = (name: string, isp: string): ConsoleOptions => ({ name, lines: [{ isp }] });
  await begin([dental, at('Bakery', 'Comcast'), at('School', 'Comcast'), at('Museum', 'Bahnhof')]);
  const outage = await rounds.addRule({ condition: 'isp_outage', duration: 1 });
  const offline = await rounds.addRule({ condition: 'device_offline', duration: 1 });
  const down = await rounds.addRule({ condition: 'wan_down', duration: 1 });
  await pass(0, 2);
  for (const name of ['Dental', 'Bakery', 'School']) line(name).goDown();
  await pass(3, 12);
  line('Bakery').clear();
  await pass(13, 16);
  for (const name of ['Dental', 'School']) line(name).clear();
  await pass(17, 20);
  line('Museum').goDown();
  await pass(21, 24);
  await expectSame(outage, 1);
  await expectSame(offline, 1);
  await expectSame(down, 0);
  // Without the rule about providers, each site would have raised its own.
  await rounds.rows("update alert_rule set is_active = false where condition = 'isp_outage' returning id");
  expect((await run(offline)).runs).toMatchObject([{ total: 3, had: 1 }]);
  expect((await run(down)).runs).toMatchObject([{ total: 1, had: 0 }]);
});

test('An outage at a console that once had a second line is found again', async () => {
  const at = (name: string, ...isps: string[]): ConsoleOptions => ({
    name,
    lines: isps.map((isp) => ({ isp })),
    linesApi: true,
  });
  await begin([at('Dental', 'Comcast', 'Telia'), at('Bakery', 'Comcast'), at('Museum', 'Bahnhof')]);
  const outage = await rounds.addRule({ condition: 'isp_outage', duration: 1, threshold: '2' });
  await pass(0, 2);
  rounds.network.console('Dental').line('WAN2').remove();
  await pass(3, 22);
  for (const name of ['Dental', 'Bakery']) line(name).goDown();
  await pass(23, 30);
  for (const name of ['Dental', 'Bakery']) line(name).clear();
  await pass(31, 36);
  await expectSame(outage, 1);
});

test('A site that joins an acknowledged outage has an alert of its own in a backtest, too', async () => {
  const at = (name: string, isp: string): ConsoleOptions => ({ name, lines: [{ isp }], linesApi: true });
  await begin([
    at('Dental', 'Comcast'),
    at('Bakery', 'Comcast'),
    at('School', 'Comcast'),
    at('Museum', 'Telia'),
  ]);
  await rounds.addRule({ condition: 'isp_outage', duration: 1, threshold: '2' });
  const offline = await rounds.addRule({ condition: 'device_offline', duration: 1 });
  await pass(0, 2);
  for (const name of ['Dental', 'Bakery']) line(name).goDown();
  await pass(3, 6);
  const [alert] = await rounds.rows<{ id: string }>(`select id from alert where type = 'isp_outage'`);
  await rounds.rest(`POST /api/alerts/${alert!.id}/acknowledge`);
  line('School').goDown();
  await pass(7, 14);
  for (const name of ['Dental', 'Bakery', 'School']) line(name).clear();
  await pass(15, 20);
  await expectSame(offline, 1);
});

test('A backtest is charged for the other controllers that it reads because of their providers', async () => {
  const aps = Array.from({ length: 100 }, (_, nth) => ({ name: `AP ${nth}` }));
  await begin([{ name: 'Cabin' }, { name: 'Campus', devices: aps }]);
  const offline = await rounds.addRule({ duration: 1, controllerId: controllers[0] });
  await pass(0, 1);
  const left = async () => {
    const { headers } = await rest(rounds.alice).get('/api/alert-rules');
    return Number(/"cost";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
  };
  const cost = async () => {
    const before = await left();
    await rounds.ask(`mutation { startRuleBacktest(ruleId: "${offline}", input: {}, days: 30) { id } }`);
    return before - (await left());
  };
  const alone = await cost();
  await rounds.addRule({ condition: 'isp_outage', duration: 1 });
  expect((await cost()) - alone).toBeGreaterThan(100);
});

test('A site without internet lines says so instead of finding nothing', async () => {
  await begin([{ name: 'Cabin', lines: [] }]);
  await pass(0, 1);
  expect((await run(null, { condition: 'wan_down' })).limits).toMatchObject([{ code: 'no_lines' }]);
});

test('A failure that another rule reports explains what is behind it, but isn’t counted', async () => {
  await begin(smallOffice.consoles!);
  const switches = await rounds.addRule({ duration: 1, scope: { deviceRoles: ['switch'] } });
  const points = await rounds.addRule({ duration: 3, scope: { deviceRoles: ['access_point'] } });
  await pass(0, 2);
  for (const name of ['Switch', 'AP Lobby']) rounds.network.device(name).goOffline();
  await pass(3, 10);
  for (const name of ['Switch', 'AP Lobby']) rounds.network.device(name).comeOnline();
  await pass(11, 40);
  rounds.network.device('AP Lobby').goOffline();
  await pass(41, 46);
  await expectSame(switches, 1);
  await expectSame(points, 1);
  // It speaks to fewer people, so it explains nothing.
  await rounds.rows(
    `update alert_rule set channels = case when id = ? then '{slack}'::text[] else '{}' end returning id`,
    [points],
  );
  expect((await run(points)).runs).toMatchObject([{ total: 2, had: 1 }]);
  await rounds.rows(`update alert_rule set channels = '{}', is_active = (id <> ?) returning id`, [switches]);
  expect((await run(points)).runs).toMatchObject([{ total: 2, had: 1 }]);
});

/** Short dips, bursts of load, and two real outages. Far enough apart to be alerts of their own. */
async function busyHours(): Promise<void> {
  const [lobby, hub] = [rounds.network.device('AP Lobby'), rounds.network.device('Switch')];
  lobby.load({ cpuPercent: 20 });
  hub.load({ cpuPercent: 20 });
  await pass(0, 0);
  for (let nth = 0; nth < 6; nth++) {
    const from = 1 + nth * 24;
    lobby.goOffline();
    hub.load({ cpuPercent: 82 });
    await pass(from, from + 2);
    lobby.comeOnline();
    hub.load({ cpuPercent: 20 });
    await pass(from + 3, from + 23);
  }
  lobby.goOffline();
  hub.load({ cpuPercent: 97 });
  await pass(145, 165);
  lobby.comeOnline();
  hub.load({ cpuPercent: 20 });
  await pass(166, 167);
}

/** A network of its own, watched by two rules with a channel. Returns the rules. */
async function watched(duration: number, threshold: string): Promise<{ offline: string; cpu: string }> {
  await begin(smallOffice.consoles!);
  await rounds.rest('POST /api/integrations', {
    type: 'webhook',
    config: { url: 'https://hooks.example.test/netlantern' },
  });
  const channels = ['webhook'];
  const offline = await rounds.addRule({ duration, channels });
  const cpu = await rounds.addRule({ condition: 'high_cpu', threshold, duration: 2, channels });
  await busyHours();
  await rounds.rows("update delivery set status = 'sent', sent_at = now() returning id");
  return { offline, cpu };
}

const messagesOf = async (ruleId: string): Promise<number> => {
  const sql = 'select d.id from delivery d join alert a on a.id = d.alert_id where a.rule_id = ?';
  return (await rounds.rows(sql, [ruleId])).length;
};

test('A suggestion that is applied does what it promised, alert by alert', async () => {
  const before = await watched(1, '75%');
  const dips = await expectSame(before.offline, 7);
  const bursts = await expectSame(before.cpu, 7);
  const longer = dips.suggestions.find(({ duration }) => duration > 1)!;
  const milder = bursts.suggestions.find(({ threshold }) => threshold !== '75%')!;
  expect(longer).toMatchObject({ before: 7, after: 1, missed: 0, fewerMessages: 12 });
  expect(milder).toMatchObject({ before: 7, after: 1, missed: 0, fewerMessages: 12 });
  const { alerts: fewDips } = await run(before.offline, { duration: longer.duration });
  const { alerts: fewBursts } = await run(before.cpu, { threshold: milder.threshold });
  const messages = [await messagesOf(before.offline), await messagesOf(before.cpu)];
  await rounds.end();
  // The same hours again, watched by the rules with their suggestions.
  const after = await watched(longer.duration, milder.threshold!);
  expect(fewDips).toEqual(await raisedBy(after.offline));
  expect(fewBursts).toEqual(await raisedBy(after.cpu));
  expect([fewDips, fewBursts].map(({ length }) => length)).toEqual([longer.after, milder.after]);
  expect(messages[0]! - (await messagesOf(after.offline))).toBe(longer.fewerMessages);
  expect(messages[1]! - (await messagesOf(after.cpu))).toBe(milder.fewerMessages);
}, 300_000);
