import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { AlertSeverity } from '#api/features/alerts/alert.enums.ts';
import { resumeDeliveries } from '#api/features/notifications/resume.job.ts';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer } from '#tests/support/running.ts';

// Messages keep their distance to each other; here nobody waits for that.
vi.mock('node:timers/promises', async (original) => {
  const real = await original<typeof import('node:timers/promises')>();
  const setTimeout: typeof real.setTimeout = (_ms, value, options) => real.setTimeout(0, value, options);
  return { ...real, setTimeout };
});

/** Maintenance, quiet hours and snoozes that begin while something waits for another reason. */
let telling: Telling;

beforeAll(async () => {
  telling = new Telling(await startServer({ config: loopback }));
});
afterAll(() => telling.running.close());
beforeEach(() => telling.begin());
afterEach(() => telling.end());

const clock = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 16);
const log = async () =>
  (await telling.log('?first=100')).map(({ kind, status }) => `${kind} ${status}`).toSorted();
const reasons = async () => [...new Set((await telling.log('?first=100')).map(({ reason }) => reason))];

/** A channel with one thing that waits to be tried again, or behind the pause that this caused. */
async function trouble(type: 'slack' | 'webhook'): Promise<string> {
  if (type === 'webhook') await telling.webhook();
  else await telling.channel('slack', { enabled: true, webhookUrl: telling.chat.slackUrl('ops') });
  telling.chat.behave('ops', 503);
  return telling.rule([type]);
}

/** The place works again, and what waited for it is due. */
async function recover(): Promise<void> {
  telling.chat.behave('ops', null);
  await telling.pass(20);
  await telling.deliver();
}

/** A window that is on now. @returns its address */
async function maintenance(scope: object = {}): Promise<string> {
  const input = { name: 'Firmware night', timeZone: 'UTC', startsAt: clock(-60), minutes: 120, ...scope };
  const { status, body } = await rest(telling.alice).post('/api/maintenance-windows', input);
  expect([status, body]).toMatchObject([200, {}]);
  return `/api/maintenance-windows/${(body as { id: string }).id}`;
}

async function prefer(changes: object): Promise<void> {
  const { body } = await rest(telling.alice).get('/api/auth/notification-preferences');
  const preferences = { ...(body as object), ...changes };
  expect((await rest(telling.alice).put('/api/auth/notification-preferences', preferences)).status).toBe(200);
}
const night = () => ({
  quietHours: true,
  quietFrom: clock(-60).slice(11),
  quietUntil: clock(60).slice(11),
  timeZone: 'UTC',
});

/** Without the job that ends it, which would run at once here. */
async function snooze({ alertId }: { alertId: string | null }): Promise<void> {
  await telling.rows(`update alert set snoozed_until = now() + interval '1 hour' where id = ?`, [alertId]);
}

/** Requests that the place took. */
const arrived = () => telling.chat.requests.filter(({ status }) => status && status < 300).length;

describe.each(['slack', 'webhook'] as const)('A message that waits for %s to work again', (type) => {
  let rule: string;

  beforeEach(async () => {
    rule = await trouble(type);
    await telling.raise(rule, {}, 2);
    await telling.deliver();
  });

  test('is held if maintenance has started in the meantime, and sent when that ends', async () => {
    const window = await maintenance();
    await recover();
    expect(await log()).toEqual(['opened held', 'opened held']);
    expect(await reasons()).toEqual([
      expect.stringMatching(/^Maintenance window “Firmware night” until .* UTC$/),
    ]);
    expect(Date.parse((await telling.log())[0]!.notBefore!)).toBeGreaterThan(Date.now());
    expect(arrived()).toBe(0);
    expect((await rest(telling.alice).post(`${window}/end`)).status).toBe(200);
    await telling.deliver();
    expect(await log()).toEqual(['opened sent', 'opened sent']);
    expect(arrived()).toBe(2);
  });

  test('is skipped if its alert ends before the maintenance that has started in the meantime', async () => {
    const window = await maintenance();
    const [alert] = (await telling.log()).map(({ alertId }) => alertId!);
    await recover();
    await telling.resolve([alert!]);
    expect((await rest(telling.alice).delete(window)).status).toBe(200);
    await telling.pass(3);
    await telling.deliver();
    expect(await log()).toEqual(['opened sent', 'opened skipped', 'resolved skipped']);
    expect(await reasons()).toContain('The problem ended before the maintenance window did');
    expect(arrived()).toBe(1);
  });

  test('is sent after maintenance that starts and ends on schedule', async () => {
    await maintenance({ startsAt: clock(60), minutes: 30 });
    const shift = (to: string) => telling.rows('update maintenance_window set starts_at = ?', [to]);
    await shift(clock(-10));
    await recover();
    expect(await log()).toEqual(['opened held', 'opened held']);
    await shift(clock(-40));
    await telling.pass(21);
    await telling.deliver();
    expect(await log()).toEqual(['opened sent', 'opened sent']);
  });

  test('waits for quiet hours that have started in the meantime unless it is critical, and is sent when they are ended early', async () => {
    await telling.raise(rule, { severity: AlertSeverity.critical });
    await prefer(night());
    await recover();
    expect(await log()).toEqual(['opened held', 'opened held', 'opened sent']);
    expect(await reasons()).toContainEqual(expect.stringMatching(/^Quiet hours until .* UTC$/));
    await prefer({ quietHours: false });
    await resumeDeliveries(telling.running.app);
    await telling.deliver();
    expect(await log()).toEqual(['opened sent', 'opened sent', 'opened sent']);
  });

  test('is skipped if its alert was snoozed in the meantime', async () => {
    const [first] = await telling.log();
    await snooze(first!);
    await recover();
    expect(await log()).toEqual(['opened sent', 'opened skipped']);
    expect(await reasons()).toContainEqual(expect.stringMatching(/^Snoozed until .* UTC$/));
  });

  test('is sent after all if the snooze is undone', async () => {
    const [first] = await telling.log();
    await snooze(first!);
    await recover();
    expect((await rest(telling.alice).delete(`/api/alerts/${first!.alertId}/snooze`)).status).toBe(200);
    await telling.deliver();
    expect(await log()).toEqual(['opened sent', 'opened sent']);
    expect(arrived()).toBe(2);
  });

  test('is sent if the maintenance is elsewhere', async () => {
    await maintenance({ controllerId: telling.alice.controllerId, siteId: 'HOST:2' });
    await telling.raise(rule, { siteId: 'HOST:2', siteName: 'Köln' });
    await recover();
    expect(await log()).toEqual(['opened held', 'opened sent', 'opened sent']);
  });
});

test('A recovery that waits for two more readings is held by maintenance that starts before those', async () => {
  await telling.webhook();
  const alerts = await telling.raise(await telling.rule(['webhook']));
  await telling.deliver();
  await telling.resolve(alerts);
  const window = await maintenance();
  await telling.pass(3);
  await telling.deliver();
  expect(await log()).toEqual(['opened sent', 'resolved held']);
  await rest(telling.alice).post(`${window}/end`);
  await telling.deliver();
  expect(telling.posts().map(({ type }) => type)).toEqual(['alert.opened', 'alert.resolved']);
});

describe('A storm', () => {
  const last = () => JSON.stringify(telling.chat.messages.at(-1)?.body);
  const count = async () => {
    const rows = await telling.rows<{ line: string }>(
      `select count(*) || ' ' || kind || ' ' || status as line from delivery group by kind, status order by 1`,
    );
    return rows.map(({ line }) => line);
  };
  const elsewhere = { siteId: 'HOST:2', siteName: 'Köln' };
  const atSite = () => ({ controllerId: telling.alice.controllerId, siteId: 'HOST:1' });
  let rule: string;

  describe('reported by summaries', () => {
    beforeEach(async () => {
      await telling.channel('slack', { enabled: true, webhookUrl: telling.chat.slackUrl('ops') });
      rule = await telling.rule(['slack']);
      await telling.raise(rule, {}, 10);
      await telling.deliver();
      await telling.raise(rule, {}, 5);
      await telling.raise(rule, elsewhere, 3);
      await telling.deliver();
      expect(await count()).toContain('8 opened waiting');
    });

    test('sends no summary during maintenance, and the next one when that is deleted', async () => {
      const window = await maintenance();
      await telling.pass(1);
      await telling.deliver();
      expect(await count()).toEqual([
        '1 summary sent',
        '4 opened sent',
        '6 opened summarised',
        '8 opened held',
      ]);
      expect((await rest(telling.alice).delete(window)).status).toBe(200);
      await telling.deliver();
      expect(telling.chat.messages).toHaveLength(6);
      expect(last()).toContain('18 open at 2 sites');
      expect(await count()).toEqual(['14 opened summarised', '2 summary sent', '4 opened sent']);
    });

    test('leaves the site in maintenance out of its list and its numbers', async () => {
      await maintenance(atSite());
      await telling.pass(1);
      await telling.deliver();
      expect(telling.chat.messages).toHaveLength(6);
      expect(last()).toContain('3 open at Köln: 3 error');
      expect(last()).toContain('3 started and 0 ended');
      expect(last()).not.toContain('AP 9');
      expect(await count()).toContain('5 opened held');
    });

    test('reports only critical alerts during quiet hours', async () => {
      await prefer(night());
      await telling.raise(rule, { ...elsewhere, severity: AlertSeverity.critical }, 6);
      await telling.pass(1);
      await telling.deliver();
      expect(await count()).toEqual([
        '2 summary sent',
        '8 opened held',
        '8 opened sent',
        '8 opened summarised',
      ]);
      expect(last()).toContain('6 open at Köln: 6 critical');
    });

    test('sends an all-clear only about alerts that have ended', async () => {
      const over = await telling.rows<{ id: string }>(`select id from alert where site_id = 'HOST:2'`);
      await telling.pass(1);
      await telling.deliver();
      await telling.resolve(over.map(({ id }) => id));
      await maintenance(atSite());
      await telling.pass(5);
      await telling.deliver();
      expect(last()).toContain('No open alerts (3 alerts ended)');
    });
  });

  describe('with a failed summary', () => {
    beforeEach(async () => {
      rule = await trouble('slack');
      await telling.raise(rule, {}, 10);
      await telling.raise(rule, elsewhere, 3);
      await telling.deliver();
      // One had to get through first: the others wait behind the pause.
      await telling.pass(1);
      await telling.deliver();
      expect(await count()).toEqual(expect.arrayContaining(['1 summary waiting', '9 opened summarised']));
    });

    test('is held with all its alerts, and reported by another summary after maintenance', async () => {
      const window = await maintenance();
      await recover();
      expect(await count()).toEqual(['1 summary skipped', '13 opened held']);
      expect(arrived()).toBe(0);
      expect((await rest(telling.alice).post(`${window}/end`)).status).toBe(200);
      await telling.deliver();
      expect(await count()).toEqual([
        '1 summary sent',
        '1 summary skipped',
        '4 opened sent',
        '9 opened summarised',
      ]);
      expect(last()).toContain('13 open at 2 sites');
    });

    test('is reported without what is in maintenance now', async () => {
      await maintenance(atSite());
      await recover();
      expect(await count()).toContain('10 opened held');
      expect(arrived()).toBe(1);
      expect(last()).toContain('3 open at Köln: 3 error');
    });

    test('is reported without what was snoozed in the meantime', async () => {
      const told = (await telling.log('?first=100')).find(({ status }) => status === 'summarised');
      await snooze(told!);
      await recover();
      expect(await count()).toEqual([
        '1 opened skipped',
        '1 summary sent',
        '4 opened sent',
        '8 opened summarised',
      ]);
      expect(last()).toContain('12 open at 2 sites');
    });
  });
});
