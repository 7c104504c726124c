import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AlertEntryKind } from '#api/features/alerts/alert-entry.entity.ts';
import { AlertSeverity } from '#api/features/alerts/alert.enums.ts';
import { resumeDeliveries } from '#api/features/notifications/resume.job.ts';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { addMember } from '#tests/support/members.ts';
import type { Person } from '#tests/support/people.ts';
import { momentWords, reader } from '#api/lib/local-time.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer } from '#tests/support/running.ts';

let telling: Telling;
let rule: string;

beforeAll(async () => {
  telling = new Telling(await startServer({ config: loopback }));
});
afterAll(() => telling.running.close());
beforeEach(async () => {
  await telling.begin();
  await telling.channel('slack', { enabled: true, webhookUrl: telling.chat.slackUrl('ops') });
  rule = await telling.rule(['slack']);
});
afterEach(() => telling.end());

const clock = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16);
const log = async () => (await telling.log()).map(({ kind, status }) => `${kind} ${status}`);
const reason = async () => (await telling.log())[0]!.reason;

/** Quiet hours that are on now, or over. */
async function prefer(person: Person, changes: object): Promise<void> {
  const { body } = await rest(person).get('/api/auth/notification-preferences');
  const { status } = await rest(person).put('/api/auth/notification-preferences', {
    ...(body as object),
    ...changes,
  });
  expect(status).toBe(200);
}
const night = { quietHours: true, quietFrom: clock(-60), quietUntil: clock(60), timeZone: 'UTC' };
const day = { quietHours: false };

/** Time passes until what is held may go. */
async function morning(): Promise<void> {
  await telling.pass(61);
  await telling.deliver();
}

describe('During quiet hours', () => {
  beforeEach(() => prefer(telling.alice, night));

  test('an alert waits until they end, and is sent if it is still open', async () => {
    await telling.raise(rule);
    await telling.deliver();
    expect(await telling.log()).toMatchObject([
      {
        status: 'held',
        reason: expect.stringMatching(/^Quiet hours until .* UTC$/),
        notBefore: expect.any(String),
      },
    ]);
    await prefer(telling.alice, day);
    await morning();
    expect(await log()).toEqual(['opened sent']);
  });

  test('the reason gives their end in the reader’s time zone, and names it', async () => {
    await telling.raise(rule);
    const request = { headers: { 'time-zone': 'Asia/Kolkata' } };
    const { body } = await rest(telling.alice).send('/api/deliveries', request);
    const [held] = (body as { nodes: { reason: string; notBefore: string }[] }).nodes;
    const ends = momentWords(new Date(held!.notBefore), reader('Asia/Kolkata', new Date()));
    expect(ends).toMatch(/ IST$/);
    expect(held!.reason).toBe(`Quiet hours until ${ends}`);
  });

  test('an alert that ends before they do is not sent, and neither is its recovery', async () => {
    const alerts = await telling.raise(rule);
    await telling.resolve(alerts);
    await prefer(telling.alice, day);
    await morning();
    expect((await telling.log()).map(({ kind, reason: why }) => `${kind}: ${why}`)).toEqual([
      "resolved: This channel wasn't notified when the alert opened",
      'opened: The problem ended before quiet hours did',
    ]);
    expect(telling.chat.requests).toEqual([]);
  });

  test('critical alerts are sent', async () => {
    await telling.raise(rule, { severity: AlertSeverity.critical });
    await telling.deliver();
    expect(await log()).toEqual(['opened sent']);
  });

  test('a shared channel is notified while someone who wants it is not in quiet hours', async () => {
    await addMember(telling.alice, TeamRole.member);
    await telling.raise(rule);
    await telling.deliver();
    expect(await log()).toEqual(['opened sent']);
  });

  test('that continue, the alert keeps waiting', async () => {
    await telling.raise(rule);
    await morning();
    expect(await log()).toEqual(['opened held']);
    expect(Date.parse((await telling.log())[0]!.notBefore!)).toBeGreaterThan(Date.now());
  });

  test('that someone ends early, the alert is sent within a minute', async () => {
    await telling.raise(rule);
    await prefer(telling.alice, day);
    await resumeDeliveries(telling.running.app);
    await telling.deliver();
    expect(await log()).toEqual(['opened sent']);
  });
});

describe('Preferences', () => {
  test('of the whole team decide whether a shared channel is notified', async () => {
    await prefer(telling.alice, { severities: ['critical'] });
    await telling.raise(rule);
    expect(await reason()).toBe('No one on the team receives Slack alerts at this severity');
    const mia = await addMember(telling.alice, TeamRole.viewer);
    await telling.raise(rule);
    expect(await log()).toEqual(['opened waiting', 'opened skipped']);
    await telling.rows(`update "user" set suspended = true where id = ?`, [mia.userId]);
    await telling.raise(rule);
    expect(await log()).toEqual(['opened skipped', 'opened waiting', 'opened skipped']);
  });

  test('of a member affect their own address and no other', async () => {
    const recipients = `${telling.alice.email}\nnoc@example.test`;
    await telling.channel('email', { enabled: true, recipients });
    await prefer(telling.alice, { channels: ['slack'] });
    await telling.raise(await telling.rule(['email']));
    const told = (await telling.log()).map(({ recipient, status, reason: why }) => [recipient, status, why]);
    expect(told.toSorted()).toEqual([
      ['alice@netlantern.test', 'skipped', 'alice@netlantern.test has turned off e-mail alerts'],
      ['noc@example.test', 'waiting', null],
    ]);
  });
});

describe('During maintenance', () => {
  let window: string;

  beforeEach(async () => {
    const startsAt = new Date(Date.now() - 3_600_000).toISOString().slice(0, 16);
    const input = { name: 'Firmware night', timeZone: 'UTC', startsAt, minutes: 120, repeats: 'once' };
    const { status, body } = await rest(telling.alice).post('/api/maintenance-windows', input);
    expect([status, body]).toMatchObject([200, {}]);
    window = (body as { id: string }).id;
  });

  const shown = (id: string) =>
    telling.rows<{ maintenance: string | null }>('select maintenance from alert where id = ?', [id]);
  const lines = async (id: string) => {
    const { body } = await rest(telling.alice).get(`/api/alerts/${id}/timeline`);
    return (body as { kind: string; detail: string }[]).filter(({ kind }) => kind !== 'noticed');
  };

  test('an alert is recorded but not sent, critical or not, with the reason', async () => {
    const [alert] = await telling.raise(rule, { severity: AlertSeverity.critical });
    await telling.deliver();
    expect(await log()).toEqual(['opened held']);
    expect(await reason()).toMatch(/^Maintenance window “Firmware night” until .* UTC$/);
    expect(await shown(alert!)).toEqual([{ maintenance: 'Firmware night' }]);
    expect(await lines(alert!)).toMatchObject([
      { kind: 'raised' },
      { kind: 'maintenance', detail: 'Maintenance window “Firmware night”' },
    ]);
    expect(telling.chat.requests).toEqual([]);
  });

  test('an alert records it even if its rule notifies no channel', async () => {
    const [alert] = await telling.raise(await telling.rule([]));
    expect(await shown(alert!)).toEqual([{ maintenance: 'Firmware night' }]);
    expect(await log()).toEqual([]);
  });

  test('that ends now, held notifications are sent in the same step', async () => {
    await telling.raise(rule, {}, 3);
    const { status } = await rest(telling.alice).post(`/api/maintenance-windows/${window}/end`);
    expect(status).toBe(200);
    expect(await log()).toEqual(['opened waiting', 'opened waiting', 'opened waiting']);
    await telling.deliver();
    expect(telling.chat.messages).toHaveLength(3);
  });

  test('that is extended, held notifications wait for the new end', async () => {
    await telling.raise(rule);
    const [before] = await telling.log();
    const { status } = await rest(telling.alice).put(`/api/maintenance-windows/${window}`, { minutes: 180 });
    expect(status).toBe(200);
    const [after] = await telling.log();
    expect(after!.status).toBe('held');
    expect(Date.parse(after!.notBefore!) - Date.parse(before!.notBefore!)).toBe(3_600_000);
  });

  test('that is deleted, open alerts are sent and ended ones are not', async () => {
    await telling.raise(rule);
    await telling.resolve(await telling.raise(rule));
    const { status } = await rest(telling.alice).delete(`/api/maintenance-windows/${window}`);
    expect(status).toBe(200);
    await telling.pass(3);
    await telling.deliver();
    expect((await telling.log()).map(({ kind, status: state }) => `${kind} ${state}`).toSorted()).toEqual([
      'opened sent',
      'opened skipped',
      'resolved skipped',
    ]);
    expect(telling.chat.messages).toHaveLength(1);
  });
});

describe('A snoozed alert', () => {
  test('is not sent, except for its recovery and the reminder when the snooze ends', async () => {
    const alerts = await telling.raise(rule);
    await telling.deliver();
    const { status } = await rest(telling.alice).post(`/api/alerts/${alerts[0]}/snooze`, { minutes: 60 });
    expect(status).toBe(200);
    await telling.change(alerts, AlertEntryKind.flapping);
    expect(await reason()).toMatch(/^Snoozed until .* UTC$/);
    await telling.change(alerts, AlertEntryKind.reminded, { snoozedUntil: null });
    await telling.deliver();
    await telling.rows(`update alert set snoozed_until = now() + interval '1 hour'`);
    await telling.resolve(alerts);
    await telling.pass(2);
    await telling.deliver();
    expect(await log()).toEqual(['resolved sent', 'reminder sent', 'flapping skipped', 'opened sent']);
  });
});
