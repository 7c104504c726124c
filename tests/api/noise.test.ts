// How noisy a team's alerts are, and the budgets of its channels.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { AlertResolution, AlertSeverity, AlertType } from '#api/features/alerts/alert.enums.ts';
import { emailExceededBudgets } from '#api/features/noise/budget-email.job.ts';
import { as } from '#tests/support/as.ts';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { addPriceList, give, limitPackage } from '#tests/support/limits.ts';
import { mailsTo, outboxMails } from '#tests/support/mailbox.ts';
import type { Person } from '#tests/support/people.ts';
import { startServer } from '#tests/support/running.ts';

let telling: Telling;

beforeAll(async () => {
  telling = new Telling(await startServer({ config: loopback }));
});
afterAll(() => telling.running.close());
beforeEach(() => telling.begin());
afterEach(() => telling.end());

interface Week {
  start: string;
  isComplete: boolean;
  messages: number;
  channels: { channel: string; messages: number }[];
  alerts: number;
  acknowledged: number;
  untouched: number;
  flapping: number;
  brief: number;
}
interface Budget {
  integrationId: string;
  channel: string;
  isActive: boolean;
  messages: number;
  budget: number | null;
  isExceeded: boolean;
}

async function ask<Data>(
  query: string,
  variables: object = {},
  person: Person = telling.alice,
): Promise<Data> {
  const { data, errors } = await as(person).ask(query, variables);
  if (errors) throw new Error(errors[0]!.message);
  return data as Data;
}

const noise = async (person: Person = telling.alice) =>
  (
    await ask<{ noise: { timeZone: string; weeks: Week[]; budgets: Budget[] } }>(
      `{ noise {
        timeZone
        weeks { start isComplete messages channels { channel messages } alerts acknowledged untouched flapping brief }
        budgets { integrationId channel isActive messages budget isExceeded }
      } }`,
      {},
      person,
    )
  ).noise;
const thisWeek = async () => (await noise()).weeks.at(-1)!;

const sources = async (weeks?: number, person: Person = telling.alice) =>
  (
    await ask<{ noiseSources: { rules: Record<string, unknown>[]; devices: Record<string, unknown>[] } }>(
      `query($weeks: Int) { noiseSources(weeks: $weeks) {
        rules { ruleId name condition threshold duration hasBacktest messages alerts untouched brief }
        devices { name controllerId siteName mac line asn isDevice rule { id } messages alerts untouched }
      } }`,
      { weeks },
      person,
    )
  ).noiseSources;

/** Raises alerts now and makes them older, so that they count in another week. */
async function raisedAt(rule: string, at: string, changes: object = {}): Promise<void> {
  const ids = await telling.raise(rule, changes);
  await telling.rows(`update alert set since = ?::timestamptz, "timestamp" = ?::timestamptz where id = ?`, [
    at,
    at,
    ids[0],
  ]);
}

describe('The weeks of a team', () => {
  test('are empty and in UTC when it has neither a time zone nor alerts', async () => {
    const { timeZone, weeks, budgets } = await noise();
    expect({ timeZone, budgets }).toEqual({ timeZone: 'UTC', budgets: [] });
    expect(weeks).toHaveLength(8);
    for (const { start, ...figures } of weeks) {
      expect(new Date(start).getUTCDay()).toBe(1);
      expect(figures).toEqual({
        isComplete: true,
        messages: 0,
        channels: [],
        alerts: 0,
        acknowledged: 0,
        untouched: 0,
        flapping: 0,
        brief: 0,
      });
    }
    expect(await sources()).toEqual({ rules: [], devices: [] });
  });

  test('count the messages that were sent by channel, and not those that failed or wait', async () => {
    await telling.webhook();
    await telling.channel('email', { enabled: true, recipients: 'noc@example.test\nops@example.test' });
    await telling.channel('slack', { enabled: true, webhookUrl: 'https://127.0.0.1:1/nowhere' });
    await telling.raise(await telling.rule(['webhook', 'email', 'slack']));
    await telling.deliver();
    await telling.raise(await telling.rule(['webhook']));
    expect(await thisWeek()).toMatchObject({
      messages: 3,
      channels: [
        { channel: 'email', messages: 2 },
        { channel: 'webhook', messages: 1 },
      ],
      alerts: 2,
    });
  });

  test('say what became of the alerts', async () => {
    const rule = await telling.rule([]);
    const [acknowledged, snoozed, undone, flapping, brief, long, open] = await telling.raise(rule, {}, 7);
    await ask('mutation($id: ID!) { acknowledgeAlert(id: $id) { id } }', { id: acknowledged });
    await ask('mutation($id: ID!) { snoozeAlert(id: $id, minutes: 60) { id } }', { id: snoozed });
    await ask('mutation($id: ID!) { acknowledgeAlert(id: $id) { id } }', { id: undone });
    await ask('mutation($id: ID!) { unacknowledgeAlert(id: $id) { id } }', { id: undone });
    await telling.change([flapping!], 'flapping' as never, { raises: 3 });
    await telling.resolve([acknowledged!, snoozed!, undone!, flapping!, brief!, long!]);
    await telling.rows(`update alert set "timestamp" = "timestamp" - interval '6 minutes' where id = ?`, [
      long,
    ]);
    expect(open).toBeDefined();
    // What the alert itself says holds without its timeline.
    await telling.rows('delete from alert_entry where alert_id = ?', [acknowledged]);
    expect(await thisWeek()).toMatchObject({
      alerts: 7,
      acknowledged: 1,
      // The open one may still be looked at.
      untouched: 3,
      flapping: 1,
      brief: 3,
    });
  });

  test('leave out of the brief alerts those that are no longer monitored', async () => {
    const ids = await telling.raise(await telling.rule([]));
    await telling.resolve(ids, AlertResolution.no_longer_watched);
    expect(await thisWeek()).toMatchObject({ alerts: 1, brief: 0, untouched: 1 });
  });

  test.each(['America/New_York', 'Europe/London', 'Pacific/Auckland', 'Asia/Kolkata'])(
    'begin on Monday at midnight in %s, also when the clocks change',
    async (zone) => {
      await ask('mutation($input: TeamInput!) { renameTeam(input: $input) { id } }', {
        input: { name: 'Far away', timeZone: zone },
      });
      const rule = await telling.rule([]);
      const { weeks } = await noise();
      for (const { start } of weeks) {
        const [row] = await telling.rows<{ midnight: string }>(
          `select (?::timestamp at time zone ?)::text as midnight`,
          [start, zone],
        );
        const at = new Date(row!.midnight).getTime();
        await raisedAt(rule, new Date(at).toISOString());
        await raisedAt(rule, new Date(at - 1000).toISOString());
        await raisedAt(rule, new Date(at - 2000).toISOString());
      }
      const { timeZone, weeks: counted } = await noise();
      expect(timeZone).toBe(zone);
      expect(counted.map(({ alerts }) => alerts)).toEqual([3, 3, 3, 3, 3, 3, 3, 1]);
    },
  );

  test('say which of them began before the package’s history', async () => {
    await addPriceList(telling.running);
    await limitPackage(telling.running, 'Professional Plan', { dataRetentionDays: 21 });
    await give(telling.running, telling.alice.teamId, 'Professional Plan');
    const { weeks } = await noise();
    expect(weeks.map(({ isComplete }) => isComplete)).toEqual([
      ...Array(5).fill(false),
      ...Array(3).fill(true),
    ]);
    const { noiseSources } = await ask<{ noiseSources: { from: string } }>(
      '{ noiseSources(weeks: 8) { from } }',
    );
    expect(Date.now() - Date.parse(noiseSources.from)).toBeLessThan(21.01 * 86_400_000);
  });

  test('are those of one’s own team', async () => {
    await telling.webhook();
    await telling.raise(await telling.rule(['webhook']));
    await telling.deliver();
    const { bob } = telling.cast;
    const { weeks, budgets } = await noise(bob);
    expect(weeks.map(({ alerts, messages }) => alerts + messages)).toEqual(Array(8).fill(0));
    expect(budgets).toEqual([]);
    expect(await sources(8, bob)).toEqual({ rules: [], devices: [] });
  });
});

describe('What caused most messages', () => {
  test('lists rules and devices by messages, with what would explain them', async () => {
    await telling.webhook();
    const loud = await telling.rule(['webhook'], { name: 'Loud', duration: 1 });
    const silent = await telling.rule([], { name: 'Silent', condition: 'high_cpu' });
    const lobby = { deviceName: 'AP Lobby', deviceMac: 'AABBCC000001' };
    const first = await telling.raise(loud, lobby);
    await telling.raise(loud, { ...lobby, subject: 'again' });
    await telling.raise(silent, {
      deviceName: 'Switch',
      deviceMac: 'AABBCC000002',
      type: AlertType.high_cpu,
    });
    await telling.deliver();
    await telling.resolve(first);
    const { rules, devices } = await sources();
    expect(rules).toEqual([
      {
        ruleId: loud,
        name: 'Loud',
        condition: 'device_offline',
        threshold: null,
        duration: 1,
        hasBacktest: true,
        messages: 2,
        alerts: 2,
        untouched: 1,
        brief: 1,
      },
      expect.objectContaining({ ruleId: silent, threshold: null, messages: 0, alerts: 1 }),
    ]);
    expect(devices).toEqual([
      {
        name: 'AP Lobby',
        controllerId: telling.alice.controllerId,
        siteName: 'Head Office',
        mac: 'AABBCC000001',
        line: null,
        asn: null,
        isDevice: true,
        rule: { id: loud },
        messages: 2,
        alerts: 2,
        untouched: 1,
      },
      expect.objectContaining({ name: 'Switch', messages: 0, alerts: 1 }),
    ]);
  });

  test('counts a provider, its site’s console and each of the site’s lines separately', async () => {
    const rule = await telling.rule([]);
    const raise = (type: AlertType, deviceName: string, more = {}) =>
      telling.raise(rule, { type, deviceName, ...more });
    await raise(AlertType.isp_outage, 'Comcast', { subject: 'provider:AS7922', asn: 7922 });
    await raise(AlertType.isp_outage, 'Comcast', { subject: 'provider:AS33491', asn: 33491 });
    await telling.rows('update alert set resolved_at = now()');
    await raise(AlertType.isp_outage, 'Comcast', {
      subject: 'provider:AS7922',
      asn: 7922,
      siteId: 'HOST:2',
      siteName: 'Depot',
    });
    await raise(AlertType.console_offline, 'Head Office');
    await raise(AlertType.wan_down, 'WAN', { line: 'WAN', asn: 7922 });
    await raise(AlertType.wan_down, 'WAN2', { line: 'WAN2' });
    const site = { controllerId: telling.alice.controllerId, siteName: 'Head Office' };
    const provider = { name: 'Comcast', controllerId: null, siteName: null };
    expect((await sources()).devices).toMatchObject([
      { ...provider, asn: 7922, alerts: 2 },
      { ...provider, asn: 33491, alerts: 1 },
      { ...site, name: 'Head Office', line: null, asn: null, alerts: 1 },
      { ...site, name: 'WAN', line: 'WAN', asn: null, alerts: 1 },
      { ...site, name: 'WAN2', line: 'WAN2', asn: null, alerts: 1 },
    ]);
  });

  test('has at most ten of each, and leaves out rules that were deleted', async () => {
    for (let n = 0; n < 12; n++) {
      const rule = await telling.rule([], { name: `Rule ${n}` });
      await telling.raise(rule, { deviceMac: `AABBCC0000${n + 10}` });
    }
    const gone = await telling.rule([], { name: 'Gone' });
    await telling.raise(gone, {}, 5);
    await ask('mutation($id: ID!) { deleteAlertRule(id: $id) }', { id: gone });
    const { rules, devices } = await sources();
    expect(rules).toHaveLength(10);
    expect(rules.map(({ name }) => name)).not.toContain('Gone');
    expect(devices).toHaveLength(10);
  });

  test('covers only the weeks that were asked for, but messages about older alerts', async () => {
    await telling.webhook();
    const rule = await telling.rule(['webhook']);
    const ids = await telling.raise(rule, { severity: AlertSeverity.critical });
    await telling.deliver();
    await telling.rows(
      `update alert set since = now() - interval '20 days', "timestamp" = now() - interval '20 days'`,
    );
    expect(await sources(1)).toMatchObject({ rules: [{ messages: 1, alerts: 0 }] });
    await telling.rows(
      `update delivery set sent_at = now() - interval '20 days', created_at = now() - interval '20 days'`,
    );
    expect(await sources(1)).toEqual({ rules: [], devices: [] });
    expect(await sources(4)).toMatchObject({ rules: [{ messages: 1, alerts: 1 }] });
    expect(ids).toHaveLength(1);
  });

  test('knows that it can’t run some conditions over the past', async () => {
    const rule = await telling.rule([], { condition: 'client_disconnect' });
    const about = { type: AlertType.client_disconnect, deviceMac: 'AABBCC000009', deviceName: 'Phone' };
    await telling.raise(rule, about);
    expect(await sources()).toMatchObject({
      rules: [{ hasBacktest: false }],
      devices: [{ name: 'Phone', isDevice: false }],
    });
  });

  test.each([0, -1, 9, 2_000_000_000])('refuses %s weeks', async (weeks) => {
    const { errors } = await as(telling.alice).ask(`{ noiseSources(weeks: ${weeks}) { from } }`);
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });
});

const setBudget = (id: string, weeklyBudget: unknown, person: Person = telling.alice) =>
  as(person).ask(
    `mutation($id: ID!, $input: IntegrationChanges!) {
      updateIntegration(id: $id, input: $input) { weeklyBudget messagesThisWeek }
    }`,
    { id, input: { weeklyBudget } },
  );

describe('A channel’s budget', () => {
  const exceed = async (budget: number, messages: number) => {
    const id = await telling.webhook();
    await setBudget(id, budget);
    await telling.raise(await telling.rule(['webhook']), {}, messages);
    await telling.deliver();
    return id;
  };
  const warn = () => emailExceededBudgets(telling.running.app, {});
  const warnings = () => outboxMails(telling.running, { kind: 'channel-budget' });

  test('is stored with the channel, and blank removes it', async () => {
    const id = await telling.webhook();
    expect((await noise()).budgets).toEqual([
      { integrationId: id, channel: 'webhook', isActive: true, messages: 0, budget: null, isExceeded: false },
    ]);
    expect((await setBudget(id, 5)).data).toEqual({
      updateIntegration: { weeklyBudget: 5, messagesThisWeek: 0 },
    });
    // What is left out stays.
    await telling.webhook();
    expect((await noise()).budgets).toMatchObject([{ budget: 5 }]);
    expect((await setBudget(id, null)).data).toEqual({
      updateIntegration: { weeklyBudget: null, messagesThisWeek: null },
    });
  });

  test.each([0, -5, 1_000_001, 2.5, 3_000_000_000, 'many'])('can’t be %s', async (budget) => {
    const id = await telling.webhook();
    const { errors } = await setBudget(id, budget);
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect((await noise()).budgets).toMatchObject([{ budget: null }]);
  });

  test('is set by who may manage channels, of their own team', async () => {
    const id = await telling.webhook();
    const { bob } = telling.cast;
    expect((await setBudget(id, 5, bob)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    await telling.rows(`update membership set role = 'viewer' where team_id = ?`, [telling.alice.teamId]);
    expect((await setBudget(id, 5)).errors?.[0]?.extensions.code).toBe('UNAUTHORIZED');
    expect((await noise()).budgets).toMatchObject([{ budget: null }]);
  });

  test('holds nothing back, and warns the owner once when more is sent', async () => {
    await exceed(2, 2);
    await warn();
    expect(await warnings()).toEqual([]);
    await telling.raise(await telling.rule(['webhook']), {}, 2);
    await telling.deliver();
    expect((await noise()).budgets).toMatchObject([{ messages: 4, budget: 2, isExceeded: true }]);
    await Promise.all([warn(), warn()]);
    await warn();
    const [mail, ...more] = (await mailsTo(telling.running, telling.alice.email)).filter(({ subject }) =>
      subject.includes('budget'),
    );
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      subject: expect.stringContaining('The webhook went over its message budget'),
      text: expect.stringMatching(
        /sent 4 messages for the team Alice's company in the week of \d+ \w+\. Its budget is 2\./,
      ),
    });
  });

  test('warns about a week that has just ended by its date', async () => {
    await exceed(1, 2);
    const { start } = await thisWeek();
    const monday = new Date(start);
    vi.setSystemTime(monday.getTime() + (7 * 24 + 0.5) * 3_600_000);
    await warn();
    vi.useRealTimers();
    const date = monday.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
    const mails = await mailsTo(telling.running, telling.alice.email);
    const { text } = mails.find(({ subject }) => subject.includes('budget'))!;
    expect(text).toContain(`went over its budget in the week of ${date}`);
    expect(text).not.toContain('this week');
  });

  test('warns again in another week', async () => {
    await exceed(1, 2);
    await warn();
    await telling.rows(`update integration set budget_warned_week = budget_warned_week - 7`);
    await warn();
    expect(await warnings()).toHaveLength(2);
  });

  test('needs as many queries for three channels as for one', async () => {
    await setBudget(await telling.webhook(), 5);
    const logged = vi.spyOn(telling.running.app.orm.config.getLogger(), 'logQuery');
    const fewest = async () => {
      const counts: number[] = [];
      // The program has queries of its own, now and then.
      while (counts.length < 5) {
        logged.mockClear();
        await ask('{ integrations { messagesThisWeek } }');
        counts.push(logged.mock.calls.length);
      }
      return Math.min(...counts);
    };
    const one = await fewest();
    const { chat } = telling;
    await setBudget(await telling.channel('slack', { webhookUrl: chat.slackUrl('ops') }), 5);
    await setBudget(await telling.channel('discord', { webhookUrl: chat.discordUrl('ops') }), 5);
    const three = await fewest();
    logged.mockRestore();
    expect(one).toBeGreaterThan(1);
    expect(three).toBe(one);
  });

  test('leaves no warning behind when its email can’t be written', async () => {
    await exceed(1, 2);
    await telling.rows(`update "user" set email = 'nobody' where email = ?`, [telling.alice.email]);
    await expect(warn()).rejects.toThrow('exactly one valid address');
    await telling.rows(`update "user" set email = ? where email = 'nobody'`, [telling.alice.email]);
    await warn();
    expect(await warnings()).toHaveLength(1);
  });
});
