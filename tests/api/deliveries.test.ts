import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AlertEntryKind } from '#api/features/alerts/alert-entry.entity.ts';
import { AlertResolution } from '#api/features/alerts/alert.enums.ts';
import { removeOldTimelines } from '#api/features/notifications/remove-old-timelines.job.ts';
import { rest } from '#tests/support/rest.ts';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { startServer } from '#tests/support/running.ts';

let telling: Telling;

beforeAll(async () => {
  telling = new Telling(await startServer({ config: loopback }));
});
afterAll(() => telling.running.close());
beforeEach(() => telling.begin());
afterEach(() => telling.end());

describe('An alert', () => {
  test('is sent to the channels of its rule, and the log says so', async () => {
    const id = await telling.webhook();
    const [alert] = await telling.raise(await telling.rule(['webhook']));
    expect(await telling.log()).toMatchObject([
      { alertId: alert, channel: 'webhook', kind: 'opened', status: 'waiting', attempts: 0 },
    ]);
    await telling.deliver();
    const [told] = await telling.log();
    expect(told).toMatchObject({
      status: 'sent',
      reason: null,
      notBefore: null,
      attempts: 1,
      sentAt: expect.any(String),
      attemptLog: [{ status: 200, outcome: 'Delivered', durationMs: expect.any(Number) }],
    });
    expect(telling.posts()).toMatchObject([{ id: expect.stringContaining(told!.id), type: 'alert.opened' }]);
    expect(telling.chat.messages).toMatchObject([{ signature: 'unknown' }]);
    expect(await telling.integration(id)).toMatchObject({ lastDeliveredAt: told!.sentAt, lastFailure: null });
  });

  test('commits with its deliveries and their job, or not at all', async () => {
    await telling.webhook();
    const rule = await telling.rule(['webhook']);
    const jobs = () => telling.rows(`select from graphile_worker.jobs where task_identifier = 'deliver'`);
    const alert = await telling.raise(rule, {}, 0);
    expect(alert).toEqual([]);
    const broken = telling.running.app.orm.em.fork().transactional(async (em) => {
      await telling.raiseIn(em, rule);
      expect(await em.execute('select from delivery', [])).toHaveLength(1);
      throw new Error('The round broke');
    });
    await expect(broken).rejects.toThrow('The round broke');
    expect(await telling.log()).toEqual([]);
    expect(await telling.rows('select from alert_entry')).toEqual([]);
    expect(await jobs()).toEqual([]);
    await telling.raise(rule);
    expect(await telling.log()).toHaveLength(1);
    expect(await jobs()).toHaveLength(1);
  });

  test('records for every channel of its rule why it was not notified', async () => {
    const slack = await telling.channel('slack', { enabled: true, webhookUrl: telling.chat.slackUrl('ops') });
    await rest(telling.alice).put(`/api/integrations/${slack}`, { isActive: false });
    await telling.raise(await telling.rule(['slack', 'teams', 'email']));
    const told = (await telling.log()).map(({ channel, status, reason }) => [channel, status, reason]);
    expect(told.toSorted()).toEqual([
      ['email', 'skipped', 'Email is not set up for this team'],
      ['slack', 'skipped', 'Slack is turned off'],
      ['teams', 'skipped', 'Microsoft Teams is not set up for this team'],
    ]);
    await telling.deliver();
    expect(telling.chat.requests).toEqual([]);
  });

  test('is sent to every channel at once, and to each email recipient', async () => {
    const { chat } = telling;
    await telling.webhook();
    await telling.channel('slack', { enabled: true, webhookUrl: chat.slackUrl('ops') });
    await telling.channel('teams', { enabled: true, webhookUrl: chat.teamsUrl('ops') });
    await telling.channel('discord', { enabled: true, webhookUrl: chat.discordUrl('ops') });
    await telling.channel('email', { enabled: true, recipients: 'noc@example.test\nops@example.test' });
    await telling.raise(await telling.rule(['webhook', 'slack', 'teams', 'discord', 'email']));
    await telling.deliver();
    const told = (await telling.log()).map(
      ({ channel, recipient, status }) => `${channel} ${recipient} ${status}`,
    );
    expect(told.toSorted()).toEqual([
      'discord  sent',
      'email noc@example.test sent',
      'email ops@example.test sent',
      'slack  sent',
      'teams  accepted',
      'webhook  sent',
    ]);
    expect(chat.messages.map(({ service }) => service).toSorted()).toEqual([
      'discord',
      'slack',
      'teams',
      'webhook',
    ]);
    const mails = await (await fetch(`${telling.running.url}/dev/mailbox.json`)).json();
    expect(mails.map(({ to }: { to: string }) => to).toSorted()).toEqual([
      'noc@example.test',
      'ops@example.test',
    ]);
  });
});

describe('A recovery', () => {
  test('is sent once it has lasted for two more readings', async () => {
    await telling.webhook();
    const alerts = await telling.raise(await telling.rule(['webhook']));
    await telling.deliver();
    await telling.resolve(alerts);
    await telling.deliver();
    const [recovery] = await telling.log();
    expect(recovery).toMatchObject({ kind: 'resolved', status: 'waiting' });
    const wait = Date.parse(recovery!.notBefore!) - Date.now();
    expect(wait).toBeGreaterThan(110_000);
    expect(wait).toBeLessThanOrEqual(120_000);
    await telling.pass(2);
    await telling.deliver();
    expect(telling.posts().map(({ type }) => type)).toEqual(['alert.opened', 'alert.resolved']);
  });

  test('is not sent if the alert has come back before', async () => {
    await telling.webhook();
    const alerts = await telling.raise(await telling.rule(['webhook']));
    await telling.deliver();
    await telling.resolve(alerts);
    await telling.comeBack(alerts);
    await telling.pass(5);
    await telling.deliver();
    expect((await telling.log()).map(({ kind, status, reason }) => [kind, status, reason])).toEqual([
      ['flapping', 'sent', null],
      ['resolved', 'skipped', 'The problem returned before this was sent'],
      ['opened', 'sent', null],
    ]);
    await telling.change(alerts, AlertEntryKind.stable, {
      resolvedAt: new Date(),
      resolution: AlertResolution.recovered,
    });
    await telling.deliver();
    expect(telling.posts().map(({ type }) => type)).toEqual([
      'alert.opened',
      'alert.flapping',
      'alert.stable',
    ]);
  });

  test('of a device that is no longer watched is sent immediately', async () => {
    await telling.webhook();
    const rule = await telling.rule(['webhook']);
    await telling.raise(rule);
    await telling.deliver();
    expect((await rest(telling.alice).delete(`/api/alert-rules/${rule}`)).status).toBe(200);
    await telling.deliver();
    const told = telling.posts().map(({ type, data }) => [type, data['alert']?.['resolution']]);
    expect(told).toEqual([
      ['alert.opened', null],
      ['alert.resolved', 'no_longer_watched'],
    ]);
  });

  test('is sent to the channels that reported the start, whatever the rule says now', async () => {
    await telling.webhook();
    const rule = await telling.rule(['webhook']);
    const alerts = await telling.raise(rule);
    await telling.deliver();
    await rest(telling.alice).put(`/api/alert-rules/${rule}`, { channels: ['slack'] });
    await telling.resolve(alerts);
    await telling.pass(2);
    await telling.deliver();
    const recoveries = (await telling.log()).filter(({ kind }) => kind === 'resolved');
    expect(recoveries.map(({ channel, status }) => `${channel} ${status}`).toSorted()).toEqual([
      'slack skipped',
      'webhook sent',
    ]);
  });

  test('follows the message about the start, however late that is sent', async () => {
    await telling.webhook();
    telling.chat.behave('ops', [500]);
    const alerts = await telling.raise(await telling.rule(['webhook']));
    await telling.deliver();
    await telling.resolve(alerts, AlertResolution.no_longer_watched);
    await telling.deliver();
    expect((await telling.log()).map(({ status }) => status)).toEqual(['waiting', 'retrying']);
    await telling.pass(1);
    await telling.deliver();
    expect(telling.posts().map(({ type }) => type)).toEqual([
      'alert.opened',
      'alert.opened',
      'alert.resolved',
    ]);
  });
});

describe('After ninety days', () => {
  const old = `now() - interval '91 days'`;

  test('deliveries of ended alerts are deleted, and nothing else is', async () => {
    await telling.channel('email', { enabled: true, recipients: 'noc@example.test' });
    const rule = await telling.rule(['email']);
    const alerts = await telling.raise(rule, {}, 8);
    await telling.deliver();
    await telling.rows(`update delivery set created_at = ${old}, sent_at = ${old}`);
    await telling.rows(`update alert_entry set at = ${old}`);
    const [over, open] = alerts as [string, string];
    await telling.rows(`update alert set resolved_at = ${old} where id <> ?`, [open]);
    await telling.raise(rule);
    await telling.deliver();

    await removeOldTimelines(telling.running.app, {});
    const left = await telling.log();
    expect(left).toHaveLength(2);
    expect(await telling.log(`?alertId=${open}`)).toHaveLength(1);
    expect(await telling.rows('select from alert_entry where alert_id = ?', [over])).toEqual([]);
    expect(await telling.rows('select from alert_entry where alert_id = ?', [open])).toHaveLength(1);
    expect(await telling.rows('select from alert')).toHaveLength(9);
    const attempts = await telling.rows<{ count: number }>('select count(*)::int from delivery_attempt');
    expect(attempts).toEqual([{ count: left.reduce((sum, one) => sum + one.attempts, 0) }]);
  });

  test('deliveries that still wait are kept', async () => {
    const rule = await telling.rule(['email']);
    await telling.raise(rule);
    await telling.rows(`update delivery set status = 'held', kind = 'summary', created_at = ${old}`);
    await removeOldTimelines(telling.running.app, {});
    expect(await telling.rows('select from delivery')).toHaveLength(1);
  });
});
