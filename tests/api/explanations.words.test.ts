// Who was told, in sentences: a plain function.
import { describe, expect, test } from 'vitest';
import { notificationLines } from '#api/features/explanations/explain-rule.ts';
import { NotificationChannel } from '#api/features/alerts/notification-channel.ts';
import { reader } from '#api/lib/local-time.ts';
import { DeliveryKind, DeliveryStatus } from '#api/features/notifications/delivery.entity.ts';

const at = new Date('2026-11-23T14:02:00Z');
const asker = reader('UTC', at);
const alert = { timestamp: at, maintenance: null, ruleSnapshot: null, ticketId: null };
const slack = (status: DeliveryStatus, more: object = {}) => ({
  kind: DeliveryKind.opened,
  channel: NotificationChannel.slack,
  recipient: '',
  status,
  sentAt: null,
  notBefore: null,
  ...more,
});
const failed = (text: string) => ({ reasonCode: 'attempt_failed', reasonParams: { text } });

describe('The consequences of an alert', () => {
  test.each([
    [DeliveryStatus.sent, { sentAt: new Date('2026-11-23T14:07:00Z') }, 'Slack: sent at 14:07 UTC.'],
    [
      DeliveryStatus.accepted,
      { sentAt: new Date('2026-11-24T00:01:00Z') },
      'Slack: accepted at 24 Nov 2026, 00:01 UTC.',
    ],
    [DeliveryStatus.waiting, {}, 'Slack: on its way.'],
    [
      DeliveryStatus.waiting,
      {
        reasonCode: 'awaiting_summary',
        notBefore: new Date('2026-11-23T14:03:00Z'),
      },
      'Slack: waiting until 14:03 UTC: Many alerts opened at once, so this one is sent in a summary.',
    ],
    [
      DeliveryStatus.held,
      {
        reasonCode: 'quiet_hours',
        reasonParams: { until: '2026-11-23T15:00:00.000Z' },
        notBefore: new Date('2026-11-23T15:00:00Z'),
      },
      'Slack: held: Quiet hours until 15:00 UTC.',
    ],
    [
      DeliveryStatus.retrying,
      failed('It answered 500'),
      'Slack: not sent yet, trying again: It answered 500.',
    ],
    [DeliveryStatus.failed, failed('The address is gone.'), 'Slack: failed: The address is gone.'],
    [
      DeliveryStatus.skipped,
      { reasonCode: 'other', reasonParams: { text: 'Maintenance' } },
      'Slack: not sent: Maintenance.',
    ],
    [DeliveryStatus.summarised, {}, 'Slack: sent, in one message with other alerts.'],
    [
      DeliveryStatus.summarised,
      { summary: slack(DeliveryStatus.failed, failed('The address is gone.')) },
      'Slack: failed, in one message with other alerts: The address is gone.',
    ],
    [
      DeliveryStatus.summarised,
      { summary: slack(DeliveryStatus.sent, { sentAt: new Date('2026-11-23T14:08:00Z') }) },
      'Slack: sent at 14:08 UTC, in one message with other alerts.',
    ],
  ])('include %s', (status, more, sentence) => {
    expect(notificationLines(alert, [slack(status, more)], asker)).toEqual([sentence]);
  });

  test('name the recipients of an email, and the ticket', () => {
    const mail = {
      ...slack(DeliveryStatus.waiting),
      channel: NotificationChannel.email,
      recipient: 'noc@example.test',
    };
    expect(notificationLines({ ...alert, ticketId: 4711 }, [mail], asker)).toEqual([
      'Email to noc@example.test: on its way.',
      'HaloPSA ticket 4711 was opened.',
    ]);
  });

  test('include why nobody was notified, or that this wasn’t recorded', () => {
    expect(notificationLines({ ...alert, maintenance: 'Backups' }, [], asker)).toEqual([
      'No one was notified: it began during the maintenance window “Backups”.',
    ]);
    expect(notificationLines(alert, [], asker)).toEqual(['Who was notified is no longer stored.']);
  });
});
