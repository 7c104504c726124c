import { describe, expect, test } from 'vitest';
import { AlertSeverity } from '#api/features/alerts/alert.enums.ts';
import { NotificationChannel } from '#api/features/alerts/notification-channel.ts';
import { afterAttempt } from '#api/features/notifications/retry-policy.ts';
import {
  audienceOf,
  type Listener,
  evaluatePolicy,
  type Situation,
  recipientRefusal,
} from '#api/features/notifications/policy.ts';
import type { Outcome } from '#api/features/notifications/channels/message.ts';
import { failure } from '#api/features/integrations/channel-failures.ts';
import { because, reasonText, type Reasoned } from '#api/features/notifications/reason-text.ts';
import { reader } from '#api/lib/local-time.ts';
import { DeliveryKind } from '#api/features/notifications/delivery.entity.ts';

const at = new Date('2026-11-20T23:00:00Z');
const inMinutes = (minutes: number) => new Date(at.getTime() + minutes * 60_000);

const situation: Situation = {
  kind: DeliveryKind.opened,
  severity: AlertSeverity.error,
  at,
  channel: NotificationChannel.slack,
  channelSetup: { isActive: true, isBroken: false },
  audience: {},
  snoozedUntil: null,
  wasNotified: true,
};
const working = situation.channelSetup!;
const night = { name: 'Firmware night', endsAt: inMinutes(60) };

/** The sentence that a reader in UTC sees. */
const say = (delivery: Partial<Reasoned>) =>
  reasonText({ ...slack, recipient: 'alice@b.test', ...delivery } as Reasoned, reader('UTC', at));

test('Later decisions depend on a reason’s code, not on its sentence', () => {
  const codeOf = (changes: Partial<Situation>) => evaluatePolicy({ ...situation, ...changes }).reasonCode;
  expect(codeOf({})).toBeNull();
  expect(codeOf({ maintenance: night })).toBe('maintenance');
  expect(codeOf({ audience: { quietUntil: inMinutes(30) } })).toBe('quiet_hours');
  expect(codeOf({ snoozedUntil: inMinutes(30) })).toBe('snoozed');
  expect(codeOf({ channelSetup: { isActive: false, isBroken: true } })).toBe('channel_broken');
  expect(codeOf({ eventNotChosen: true })).toBe('event_not_chosen');
  expect(codeOf({ audience: { noRecipient: because('no_listener') } })).toBe('no_listener');
});

describe('Whether to send a notification', () => {
  test.each<[string, Partial<Situation>, string, string | null, Date | null]>([
    ['an alert', {}, 'waiting', null, null],
    ['a channel nobody set up', { channelSetup: null }, 'skipped', 'Slack is not set up for this team', null],
    [
      'a channel that is off',
      { channelSetup: { ...working, isActive: false } },
      'skipped',
      'Slack is turned off',
      null,
    ],
    [
      'a channel that broke',
      { channelSetup: { ...working, isActive: false, isBroken: true } },
      'skipped',
      'Slack was turned off because it stopped working',
      null,
    ],
    [
      'somebody who unsubscribed',
      {
        channel: NotificationChannel.email,
        channelSetup: { ...working, recipientRefusal: because('unsubscribed') },
      },
      'skipped',
      'alice@b.test has unsubscribed from these emails',
      null,
    ],
    [
      'nobody who wants it',
      { audience: { noRecipient: because('no_listener') } },
      'skipped',
      'No one on the team receives Slack alerts at this severity',
      null,
    ],
    [
      'a snoozed alert that flaps',
      { kind: DeliveryKind.flapping, snoozedUntil: inMinutes(30) },
      'skipped',
      'Snoozed until 23:30 UTC',
      null,
    ],
    ['a snooze that is over', { kind: DeliveryKind.reminder, snoozedUntil: at }, 'waiting', null, null],
    [
      'the recovery of a snoozed alert',
      { kind: DeliveryKind.resolved, snoozedUntil: inMinutes(30) },
      'waiting',
      null,
      null,
    ],
    [
      'the end of flapping of a snoozed alert',
      { kind: DeliveryKind.stable, snoozedUntil: inMinutes(30) },
      'waiting',
      null,
      null,
    ],
    [
      'the recovery of what nobody heard of',
      { kind: DeliveryKind.resolved, wasNotified: false },
      'skipped',
      "This channel wasn't notified when the alert opened",
      null,
    ],
    [
      'the end of flapping nobody heard of',
      { kind: DeliveryKind.stable, wasNotified: false },
      'skipped',
      "This channel wasn't notified when the alert opened",
      null,
    ],
    [
      'a recovery',
      { kind: DeliveryKind.resolved, settledAt: inMinutes(2) },
      'waiting',
      'Sent after two more readings without the problem',
      inMinutes(2),
    ],
    [
      'an alert in maintenance',
      { maintenance: night },
      'held',
      'Maintenance window “Firmware night” until 21 Nov 2026, 00:00 UTC',
      night.endsAt,
    ],
    [
      'a critical alert in maintenance',
      { maintenance: night, severity: AlertSeverity.critical },
      'held',
      'Maintenance window “Firmware night” until 21 Nov 2026, 00:00 UTC',
      night.endsAt,
    ],
    [
      'an alert in quiet hours',
      { audience: { quietUntil: inMinutes(480) } },
      'held',
      'Quiet hours until 21 Nov 2026, 07:00 UTC',
      inMinutes(480),
    ],
    [
      'a critical alert in quiet hours',
      { audience: { quietUntil: inMinutes(480) }, severity: AlertSeverity.critical },
      'waiting',
      null,
      null,
    ],
    [
      'what was over before quiet hours ended',
      { endedWhileHeld: 'quiet_hours' },
      'skipped',
      'The problem ended before quiet hours did',
      null,
    ],
    [
      'what was over before the maintenance ended',
      { endedWhileHeld: 'maintenance' },
      'skipped',
      'The problem ended before the maintenance window did',
      null,
    ],
  ])('%s', (_, facts, status, reason, notBefore) => {
    const asked = { ...situation, ...facts };
    const decision = evaluatePolicy(asked);
    expect(decision).toMatchObject({ status, notBefore });
    const { channel } = asked;
    expect(say({ ...decision, channel })).toBe(reason);
  });
});

const listener: Listener = {
  email: 'alice@b.test',
  suspended: false,
  confirmed: true,
  emailNotifications: true,
  alertNotifications: true,
  channels: ['email', 'slack'],
  severities: ['error', 'critical'],
  browsers: 1,
  pushSeverities: ['critical'],
  criticalInQuietHours: false,
  quietHours: false,
  quietFrom: '22:00',
  quietUntil: '07:00',
  timeZone: 'UTC',
};
const asleep = { ...listener, quietHours: true };
const nightOwl = { ...asleep, quietUntil: '02:00' };
const slack = { channel: NotificationChannel.slack, recipient: '' };
const mail = { channel: NotificationChannel.email, recipient: 'Alice@B.test' };
const morning = new Date('2026-11-21T07:00:00Z');

describe('Who is notified', () => {
  test.each<[string, typeof slack, Listener[], object]>([
    ['one who wants it', slack, [listener], {}],
    ['one who sleeps', slack, [asleep], { quietUntil: morning }],
    ['one who sleeps and one who does not', slack, [asleep, listener], {}],
    [
      'two who sleep, until the first wakes',
      slack,
      [asleep, nightOwl],
      { quietUntil: new Date('2026-11-21T02:00:00Z') },
    ],
    [
      'one who sleeps, and one who does not want it',
      slack,
      [asleep, { ...listener, channels: [] }],
      { quietUntil: morning },
    ],
    ['nobody, where the only one is suspended', slack, [{ ...listener, suspended: true }], noListener()],
    ['nobody, where it is too mild', slack, [{ ...listener, severities: ['critical'] }], noListener()],
    ['nobody, where alerts are off', slack, [{ ...listener, alertNotifications: false }], noListener()],
    ['a member by their own address', mail, [listener], {}],
    ['a member who sleeps', mail, [asleep, listenerNamed('bob@b.test')], { quietUntil: morning }],
    ['an address that is no member', mail, [listenerNamed('bob@b.test')], {}],
    [
      'no member who wants no mail',
      mail,
      [{ ...listener, emailNotifications: false }],
      { noRecipient: because('emails_off') },
    ],
    [
      'no member whose address is not confirmed yet',
      mail,
      [{ ...listener, confirmed: false }],
      { noRecipient: because('address_unconfirmed') },
    ],
    [
      'no member whose account is suspended',
      mail,
      [{ ...listener, suspended: true }],
      { noRecipient: because('account_suspended') },
    ],
    [
      'no member who wants worse only',
      mail,
      [{ ...listener, severities: ['critical'] }],
      { noRecipient: because('severity_unwanted', { severity: 'error' }) },
    ],
  ])('%s', (_, destination, listeners, audience) => {
    const found = audienceOf(destination, AlertSeverity.error, listeners, at);
    expect(JSON.parse(JSON.stringify(found))).toEqual(JSON.parse(JSON.stringify(audience)));
  });
});

test.each([
  ['a@b.test', undefined],
  [' A@B.test', undefined],
  ['c@b.test', 'c@b.test has unsubscribed from these emails'],
  ['d@b.test', 'd@b.test is no longer a recipient'],
  ['', 'The email channel has no recipients'],
])('an email goes to an address only while it is a recipient that wants it: "%s"', (recipient, reason) => {
  const config = { recipients: ['a@b.test', 'c@b.test'], unsubscribed: ['c@b.test'] };
  const why = recipientRefusal({ type: 'email', config }, recipient);
  expect(why && say({ recipient, ...why })).toBe(reason);
  expect(recipientRefusal({ type: 'slack', config: {} }, '')).toBeUndefined();
});

function noListener() {
  return { noRecipient: because('no_listener') };
}

function listenerNamed(email: string): Listener {
  return { ...listener, email };
}

describe('After an attempt', () => {
  const retries = [5_000, 300_000];
  const failing = (changes: object) =>
    ({
      result: 'retry',
      reason: failure('attempt_failed', { text: 'Nobody answers.' }),
      scope: 'message',
      durationMs: 1,
      ...changes,
    }) as Outcome;
  const after = (outcome: Outcome, before = 0, random = 0.5) =>
    afterAttempt(outcome, before, retries, at, random);

  test('the delays grow, then the delivery has failed', () => {
    expect(after(failing({}))).toMatchObject({ status: 'retrying', notBefore: inMinutes(5 / 60) });
    expect(after(failing({}), 1)).toMatchObject({ status: 'retrying', notBefore: inMinutes(5) });
    expect(after(failing({}), 2)).toMatchObject({
      status: 'failed',
      reason: failure('attempt_failed', { text: 'Nobody answers.' }),
      notBefore: null,
    });
  });

  test('a delay varies by up to a tenth', () => {
    expect(after(failing({}), 1, 0).notBefore).toEqual(inMinutes(4.5));
    expect(after(failing({}), 1, 1).notBefore).toEqual(inMinutes(5.5));
  });

  test('a Retry-After is honored, also for everything else that waits for the channel', () => {
    const busy = after(failing({ scope: 'destination', afterMs: 120_000 }));
    expect(busy).toMatchObject({ notBefore: inMinutes(2), pausedUntil: inMinutes(2) });
    expect(after(failing({ afterMs: 120_000 })).pausedUntil).toBeNull();
  });

  test('a channel that does not respond is paused for a quarter of an hour at most', () => {
    const long = afterAttempt(failing({ scope: 'destination' }), 0, [86_400_000], at, 0.5);
    expect(long).toMatchObject({ notBefore: inMinutes(1440), pausedUntil: inMinutes(15) });
  });
});
