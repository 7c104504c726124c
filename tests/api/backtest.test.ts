// Running a rule over the past, from the request to the result.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runBacktestJob } from '#api/features/watch/backtest/backtest.job.ts';
import { as } from '#tests/support/as.ts';
import type { Person } from '#tests/support/people.ts';
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

const minutes = async (from: number, to: number) => {
  for (let minute = from; minute <= to; minute++) await rounds.round(office, minute);
};

interface Run {
  total: number;
  had: number;
  threshold: string | null;
  duration: number;
  days: { day: string; raised: number; had: number }[];
  devices: { deviceName: string; alerts: number }[];
}
interface Shown {
  id: string;
  status: string;
  progress: number;
  result: {
    siteCount: number;
    deviceCount: number;
    runs: Run[];
    gaps: { from: string; until: string; kind: string }[];
    limits: { code: string; deviceCount: number | null; until: string | null }[];
    effect: { before: number; after: number; missed: number; fewerMessages: number | null } | null;
    suggestions: {
      threshold: string | null;
      duration: number;
      before: number;
      after: number;
      missed: number;
      fewerMessages: number | null;
    }[];
  } | null;
}

const starting = `mutation($ruleId: ID, $input: AlertRuleChanges!, $days: Int!, $compare: Boolean) {
  startRuleBacktest(ruleId: $ruleId, input: $input, days: $days, compare: $compare) { id status progress }
}`;
const finding = `query($id: ID!) {
  ruleBacktest(id: $id) {
    id status progress
    result {
      siteCount deviceCount
      runs { total had threshold duration days { day raised had } devices { deviceName alerts } }
      gaps { from until kind } limits { code deviceCount until }
      suggestions { threshold duration before after missed fewerMessages }
      effect { before after missed fewerMessages }
    }
  }
}`;

interface Wanted {
  ruleId?: string;
  days?: number;
  compare?: boolean;
}

async function start(input: Record<string, unknown>, { days = 7, ...more }: Wanted = {}): Promise<string> {
  const { startRuleBacktest } = await rounds.ask<{ startRuleBacktest: Shown }>(starting, {
    input,
    days,
    ...more,
  });
  expect(startRuleBacktest).toMatchObject({ status: 'waiting', progress: 0 });
  return startRuleBacktest.id;
}

const find = async (id: string) => (await rounds.ask<{ ruleBacktest: Shown }>(finding, { id })).ruleBacktest;

/** Starts a backtest and lets a worker compute it. */
async function run(input: Record<string, unknown>, more: Wanted = {}) {
  const id = await start(input, more);
  await runBacktestJob(rounds.running.app, { id });
  const { status, result } = await find(id);
  expect(status).toBe('done');
  return { id, ...result! };
}

const alertsOf = async (id: string, which = 0) =>
  (
    await rounds.ask<{
      ruleBacktestAlerts: {
        deviceName: string;
        since: string;
        raisedAt: string;
        until: string | null;
        had: boolean;
      }[];
    }>(
      `query($id: ID!, $run: Int!) {
        ruleBacktestAlerts(id: $id, run: $run) { deviceName siteName since raisedAt until had }
      }`,
      { id, run: which },
    )
  ).ruleBacktestAlerts;

const codeOf = async (person: Person, query: string, variables: Record<string, unknown>) =>
  (await as(person).ask(query, variables)).errors?.[0]?.extensions?.['code'];

describe('A rule run over the last days', () => {
  test('raises the alerts that it would have raised at the time, and says which of them you had', async () => {
    await rounds.addRule({ duration: 1 });
    const lobby = rounds.network.device('AP Lobby');
    await minutes(0, 2);
    lobby.goOffline();
    await minutes(3, 8);
    lobby.comeOnline();
    await minutes(9, 10);
    rounds.network.device('Switch').goOffline();
    await minutes(11, 11);
    rounds.network.device('Switch').comeOnline();
    await minutes(12, 13);

    const { id, runs, siteCount, deviceCount } = await run({ condition: 'device_offline', duration: 3 });
    expect({ siteCount, deviceCount }).toEqual({ siteCount: 1, deviceCount: 3 });
    expect(runs).toMatchObject([
      { total: 1, had: 1, duration: 3, threshold: null, devices: [{ deviceName: 'AP Lobby', alerts: 1 }] },
    ]);
    expect(runs[0]!.days.filter(({ raised }) => raised > 0)).toEqual([
      { day: time(0).slice(0, 10), raised: 1, had: 1 },
    ]);
    expect(await alertsOf(id)).toEqual([
      {
        deviceName: 'AP Lobby',
        siteName: 'Office',
        since: time(3),
        raisedAt: time(6),
        until: time(9),
        had: true,
      },
    ]);
  });

  test('uses measurements as they were, and compares the draft with the saved rule', async () => {
    const ruleId = await rounds.addRule({ condition: 'high_cpu', threshold: '80%', duration: 1 });
    const lobby = rounds.network.device('AP Lobby');
    lobby.load({ cpuPercent: 30 });
    await minutes(0, 1);
    lobby.load({ cpuPercent: 85 });
    await minutes(2, 5);
    lobby.load({ cpuPercent: 97 });
    await minutes(6, 8);
    lobby.load({ cpuPercent: 20 });
    await minutes(9, 10);

    const { id, runs } = await run({ threshold: '90%' }, { ruleId, compare: true });
    expect(runs).toMatchObject([
      { total: 1, had: 1, threshold: '90%' },
      { total: 1, had: 1, threshold: '80%' },
    ]);
    expect(await alertsOf(id)).toMatchObject([{ since: time(6), raisedAt: time(7), until: time(9) }]);
    expect(await alertsOf(id, 1)).toMatchObject([{ since: time(2), raisedAt: time(3), until: time(9) }]);
  });

  test('knows which ports were down', async () => {
    await rounds.addRule({ condition: 'port_down', duration: 60 });
    const ports = rounds.network.device('Switch');
    ports.portUp(3);
    await minutes(0, 1);
    ports.portDown(3);
    await minutes(2, 6);
    const { id, runs } = await run({ condition: 'port_down', duration: 2 });
    expect(runs).toMatchObject([{ total: 1, had: 0 }]);
    expect(await alertsOf(id)).toMatchObject([
      { deviceName: 'Switch', since: time(2), raisedAt: time(4), until: null },
    ]);
  });

  test('folds devices behind a failed switch into its alert, unless the draft turns that off', async () => {
    await minutes(0, 1);
    rounds.network.device('Switch').goOffline();
    rounds.network.device('AP Lobby').goOffline();
    await minutes(2, 8);
    const folded = await run({ condition: 'device_offline', duration: 1 });
    expect(folded.runs).toMatchObject([{ total: 1 }]);
    expect(await alertsOf(folded.id)).toMatchObject([{ deviceName: 'Switch' }]);
    const each = await run({ condition: 'device_offline', duration: 1, fold: false });
    expect(each.runs).toMatchObject([{ total: 2 }]);
  });

  test('shows gaps in the measurements instead of filling them, and counts no duration in them', async () => {
    const lobby = rounds.network.device('AP Lobby');
    await minutes(0, 1);
    lobby.goOffline();
    await minutes(2, 3);
    rounds.unifi.faults.add({ path: '/v1/', respond: 500 });
    await minutes(4, 9);
    rounds.unifi.faults.clear();
    await minutes(10, 11);
    await minutes(40, 41);
    const { id, runs, gaps } = await run({ condition: 'device_offline', duration: 6 });
    expect(gaps).toMatchObject([
      { from: time(4), until: time(10), kind: 'unread' },
      { until: time(40), kind: 'unmonitored' },
    ]);
    expect(runs[0]!.total).toBe(0);
    const [found] = (await run({ condition: 'device_offline', duration: 5 })).runs;
    expect(found!.total).toBe(1);
    expect(await alertsOf(id).catch(() => 'replaced')).toBe('replaced');
  });

  test('suggests a longer duration that would have spared alerts without missing an outage', async () => {
    const ruleId = await rounds.addRule({ duration: 1 });
    const lobby = rounds.network.device('AP Lobby');
    await minutes(0, 0);
    // Seven short dips, far enough apart to be alerts of their own, and a real outage.
    for (let nth = 0; nth < 7; nth++) {
      const from = 1 + nth * 24;
      lobby.goOffline();
      await minutes(from, from + 2);
      lobby.comeOnline();
      await minutes(from + 3, from + 23);
    }
    lobby.goOffline();
    await minutes(170, 195);
    const { runs, suggestions } = await run({ condition: 'device_offline', duration: 1 });
    expect(runs[0]!.total).toBe(8);
    const promise = { threshold: null, duration: 3, before: 8, after: 1, missed: 0 };
    expect(suggestions).toEqual([{ ...promise, fewerMessages: null }]);
    // Two messages were sent about each alert, also about the outage that is still reported, one failed, and one was edited.
    for (const kind of ['opened', 'resolved', 'updated', 'reminder'])
      await rounds.rows(
        `insert into delivery (team_id, alert_id, channel, kind, status, sent_at)
         select team_id, id, 'discord', ?, 'sent', case when ? <> 'reminder' then now() end from alert returning id`,
        [kind, kind],
      );
    const ofRule = await run({}, { ruleId });
    expect(ofRule.suggestions).toEqual([{ ...promise, fewerMessages: 14 }]);
    const ofAnother = await run({}, { ruleId: await rounds.addRule({ duration: 1 }) });
    expect(ofAnother.suggestions).toEqual([{ ...promise, fewerMessages: 0 }]);
    // The same without the device.
    const without = { exceptions: [{ macs: [lobby.device.mac] }] };
    expect((await run(without, { ruleId, compare: true })).effect).toEqual({
      before: 8,
      after: 0,
      missed: 1,
      fewerMessages: 16,
    });
    const [promised] = (await run({ condition: 'device_offline', duration: 3 })).runs;
    expect(promised!.total).toBe(1);
  }, 120_000);

  test('says what it couldn’t evaluate', async () => {
    await minutes(0, 1);
    const clients = await run({ condition: 'client_disconnect' });
    expect(clients.limits).toMatchObject([{ code: 'clients_not_stored' }]);
    const states = await run({ condition: 'device_offline' });
    expect(states.limits).toMatchObject([{ code: 'states_not_stored', until: time(0) }]);
    const values = await run({ condition: 'low_disk' });
    expect(values.limits).toMatchObject([
      { code: 'no_history', until: time(0) },
      { code: 'not_measured', deviceCount: 3 },
    ]);
  });
});

describe('A backtest', () => {
  test('belongs to the person who started it, and to their team', async () => {
    await minutes(0, 0);
    const id = await start({ condition: 'device_offline' });
    const mallory = await rounds.person('Mallory');
    expect(await codeOf(mallory, finding, { id })).toBe('NOT_FOUND');
    expect(await codeOf(mallory, 'mutation($id: ID!) { cancelRuleBacktest(id: $id) }', { id })).toBe(
      'NOT_FOUND',
    );
    expect(await codeOf(mallory, starting, { ruleId: await rounds.addRule(), input: {}, days: 7 })).toBe(
      'NOT_FOUND',
    );
    expect((await find(id)).status).toBe('waiting');
  });

  test('is replaced by the person’s next one, and can be stopped', async () => {
    await minutes(0, 0);
    const first = await start({ condition: 'device_offline' });
    const second = await start({ condition: 'device_offline' });
    expect(await codeOf(rounds.alice, finding, { id: first })).toBe('NOT_FOUND');
    await runBacktestJob(rounds.running.app, { id: first });
    await rounds.ask('mutation($id: ID!) { cancelRuleBacktest(id: $id) }', { id: second });
    await runBacktestJob(rounds.running.app, { id: second });
    expect(await rounds.rows('select id from rule_backtest')).toEqual([]);
  });

  test('doesn’t look as if it was running once its node was killed', async () => {
    const id = await start({ condition: 'device_offline' });
    await rounds.rows(
      "update rule_backtest set status = 'running', reported_at = now() - interval '1 minute'",
    );
    expect((await find(id)).status).toBe('failed');
  });

  test('accepts 7 or 30 days and valid rules only', async () => {
    expect(await codeOf(rounds.alice, starting, { input: { condition: 'device_offline' }, days: 8 })).toBe(
      'BAD_USER_INPUT',
    );
    const half = { condition: 'high_cpu', threshold: '9x' };
    expect(await codeOf(rounds.alice, starting, { input: half, days: 7 })).toBe('BAD_USER_INPUT');
  });
});
