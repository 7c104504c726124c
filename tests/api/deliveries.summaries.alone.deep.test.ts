import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { AlertSeverity, AlertType } from '#api/features/alerts/alert.enums.ts';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer } from '#tests/support/running.ts';

// Messages keep their distance to each other; here nobody waits for that.
vi.mock('node:timers/promises', async (original) => {
  const real = await original<typeof import('node:timers/promises')>();
  const setTimeout: typeof real.setTimeout = (_ms, value, options) => real.setTimeout(0, value, options);
  return { ...real, setTimeout };
});

let telling: Telling;

beforeAll(async () => {
  telling = new Telling(await startServer({ config: loopback }));
});
afterAll(() => telling.running.close());
beforeEach(() => telling.begin());
afterEach(() => telling.end());

const slack = () => telling.channel('slack', { enabled: true, webhookUrl: telling.chat.slackUrl('ops') });
const discord = () =>
  telling.channel('discord', { enabled: true, webhookUrl: telling.chat.discordUrl('ops') });
const statuses = async () => {
  const rows = await telling.rows<{ kind: string; status: string; count: number }>(
    `select kind, status, count(*)::int as count from delivery group by 1, 2 order by 1, 2`,
  );
  return rows.map(({ kind, status, count }) => `${count} ${kind} ${status}`);
};
const textOf = (message: object | undefined) => JSON.stringify(message);

describe('A storm', () => {
  const last = () => textOf(telling.chat.messages.at(-1)?.body);

  test('that grows is summarized again a minute later, with totals and what is new', async () => {
    await slack();
    const rule = await telling.rule(['slack']);
    await telling.raise(rule, {}, 10);
    await telling.deliver();
    await telling.raise(rule, { severity: AlertSeverity.warning, siteName: 'Köln' }, 20);
    await telling.deliver();
    expect(telling.chat.messages).toHaveLength(5);
    expect(await statuses()).toContain('20 opened waiting');
    await telling.pass(1);
    await telling.deliver();
    expect(telling.chat.messages).toHaveLength(6);
    expect(last()).toContain('30 open at 2 sites: 10 error, 20 warning');
    expect(last()).toMatch(/Since the last summary at .* UTC, 20 started and 0 ended\./);
    expect(await statuses()).toEqual(['4 opened sent', '26 opened summarised', '2 summary sent']);
  });

  test('that has ended is reported with no open alerts and no offline devices', async () => {
    await slack();
    const rule = await telling.rule(['slack']);
    const alerts = await telling.raise(rule, {}, 10);
    await telling.deliver();
    expect(last()).toContain('AP 9 (Head Office) has been offline');
    await telling.resolve(alerts);
    await telling.pass(2);
    await telling.deliver();
    expect(telling.chat.messages).toHaveLength(6);
    expect(last()).toContain('✓ No open alerts (10 alerts ended)');
    expect(last()).toContain('0 started and 10 ended');
    expect(last()).not.toContain('has been offline');
  });

  test('lists the worst open alerts first, and flapping ones as OK for now', async () => {
    await slack();
    const rule = await telling.rule(['slack']);
    const [flapping] = await telling.raise(rule, { severity: AlertSeverity.error }, 5);
    await telling.rows('update alert set flapping_since = now(), calm_since = now() where id = ?', [
      flapping,
    ]);
    await telling.raise(rule, { severity: AlertSeverity.info }, 3);
    await telling.raise(rule, { severity: AlertSeverity.critical, deviceName: 'Gateway' });
    await telling.deliver();
    const text = last();
    expect(text.indexOf('Gateway')).toBeGreaterThan(0);
    expect(text.indexOf('Gateway')).toBeLessThan(text.indexOf('AP 3'));
    expect(text).toMatch(/AP 0 \(Head Office\) has been offline since .* UTC \(flapping, OK at the moment\)/);
    expect(text).toContain('▲ Gateway (Head Office)');
    expect(text).toMatch(/○ AP 0 .*◆ AP 0/);
    // It is among the four that were told alone.
    expect(textOf(telling.chat.messages.slice(0, 4))).toContain('Gateway');
  });

  test('describes impaired devices, in single messages and in the summary', async () => {
    await slack();
    const isolated = { type: AlertType.device_impaired, impairment: 'isolated' } as const;
    await telling.raise(await telling.rule(['slack']), isolated, 9);
    await telling.deliver();
    expect(textOf(telling.chat.messages[0])).toContain('has been isolated since');
    expect(last()).toContain('9 open');
    expect(last()).toContain('has been isolated since');
  });

  test('that never ends fills no mailbox: a few emails in a quarter of an hour', async () => {
    await telling.channel('email', { enabled: true, recipients: 'noc@example.test' });
    const rule = await telling.rule(['email']);
    for (let minute = 0; minute < 15; minute++) {
      await telling.raise(rule, {}, 6);
      await telling.deliver();
      await telling.pass(1);
    }
    const told = (await statuses()).filter((one) => one.endsWith('sent'));
    // A summary at once, and after 1, 3 and 8 minutes.
    expect(told).toEqual(['4 opened sent', '4 summary sent']);
  });

  test('does not delay a critical alert', async () => {
    await slack();
    const rule = await telling.rule(['slack']);
    await telling.raise(rule, {}, 10);
    await telling.deliver();
    await telling.pass(1);
    await telling.raise(rule, {}, 3);
    await telling.deliver();
    const sent = telling.chat.messages.length;
    await telling.raise(rule, { severity: AlertSeverity.critical });
    await telling.raise(rule);
    await telling.deliver();
    expect(telling.chat.messages).toHaveLength(sent + 1);
    expect(last()).toContain('▲ Critical: ');
    expect(await statuses()).toContain('1 opened waiting');
  });

  test('is one message in Discord, edited as it grows', async () => {
    await discord();
    const rule = await telling.rule(['discord']);
    await telling.raise(rule, {}, 10);
    await telling.deliver();
    const [first] = telling.chat.messages.slice(-1);
    await telling.raise(rule, {}, 10);
    await telling.pass(1);
    await telling.deliver();
    expect(telling.chat.messages).toHaveLength(5);
    expect(telling.chat.messages.at(-1)).toMatchObject({ id: first!.id, editedAt: expect.any(Date) });
    expect(last()).toContain('20 open');
  });

  test('is one message in Discord even after somebody deleted the first', async () => {
    await discord();
    const rule = await telling.rule(['discord']);
    const more = async () => {
      await telling.raise(rule, {}, 10);
      await telling.deliver();
      await telling.pass(2);
      return telling.chat.messages.length;
    };
    expect(await more()).toBe(5);
    telling.chat.messages.pop();
    expect(await more()).toBe(5);
    expect(await more()).toBe(5);
    expect(last()).toContain('30 open');
  });

  test('without news for ten minutes ends: single messages follow, and counts start over', async () => {
    await slack();
    const rule = await telling.rule(['slack']);
    await telling.raise(rule, {}, 10);
    await telling.deliver();
    await telling.pass(11);
    await telling.raise(rule);
    await telling.deliver();
    expect(await statuses()).toEqual(['5 opened sent', '6 opened summarised', '1 summary sent']);
    await telling.pass(11);
    await telling.raise(rule, {}, 6);
    await telling.deliver();
    expect(last()).toContain('17 open at Head Office');
    expect(last()).toMatch(/Since [^ ]+ UTC, 6 started/);
    const summaries = (await telling.log('?first=100')).filter(({ kind }) => kind === 'summary');
    expect(summaries.map(({ summaryId }) => summaryId)).toEqual([null, null]);
  });

  test('is sent to webhooks change by change', async () => {
    await telling.webhook();
    await telling.raise(await telling.rule(['webhook']), {}, 300);
    await telling.deliver();
    expect(new Set(telling.posts().map(({ id }) => id)).size).toBe(300);
    expect(await statuses()).toEqual(['300 opened sent']);
  });

  test('fills nobody’s mailbox', async () => {
    await telling.channel('email', { enabled: true, recipients: 'noc@example.test\nops@example.test' });
    await telling.raise(await telling.rule(['email']), {}, 50);
    await telling.deliver();
    expect(await statuses()).toEqual(['8 opened sent', '92 opened summarised', '2 summary sent']);
  });

  test('shows the state of the summary on each of its alerts', async () => {
    await slack();
    telling.chat.behave('ops', 503);
    const alerts = await telling.raise(await telling.rule(['slack']), {}, 13);
    await telling.deliver();
    // One had to get through first: the others wait behind the pause.
    await telling.pass(1);
    await telling.deliver();
    const standing = async () => {
      const log = await Promise.all(alerts.map((alert) => telling.log(`?alertId=${alert}`)));
      return log.flat().find(({ status }) => status === 'summarised')!;
    };
    expect(await standing()).toMatchObject({
      pausedUntil: expect.any(String),
      summary: { status: 'waiting', alerts: 9 },
    });
    await telling.rows(
      `update delivery set status = 'failed', reason_code = 'attempt_failed', reason_params = '{"text": "Gone"}' where kind = 'summary'`,
    );
    const failed = await standing();
    expect(failed).toMatchObject({ summary: { id: failed.summaryId, status: 'failed', reason: 'Gone' } });

    telling.chat.behave('ops', null);
    const again = await rest(telling.alice).post(`/api/deliveries/${failed.id}/resend`);
    expect(again).toMatchObject({ status: 200, body: { id: failed.id, summary: { status: 'waiting' } } });
    await telling.deliver();
    expect(await standing()).toMatchObject({ pausedUntil: null, summary: { status: 'sent', reason: null } });
    const summary = (await telling.log()).find(({ kind }) => kind === 'summary');
    expect(summary).toMatchObject({ status: 'sent', summary: { id: summary!.id, alerts: 9 } });
  });

  test('with a failed summary is reported once it succeeds', async () => {
    await slack();
    telling.chat.behave('ops', 503);
    await telling.raise(await telling.rule(['slack']), {}, 50);
    await telling.deliver();
    expect(telling.chat.messages).toEqual([]);
    telling.chat.behave('ops', null);
    await telling.pass(20);
    await telling.deliver();
    expect(telling.chat.messages).toHaveLength(5);
    expect(await statuses()).toEqual(['4 opened sent', '46 opened summarised', '1 summary sent']);
  });
});
