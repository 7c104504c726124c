import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Alert } from '#api/features/alerts/alert.entity.ts';
import { type AlertEntry, AlertEntryKind } from '#api/features/alerts/alert-entry.entity.ts';
import { NotificationChannel } from '#api/features/alerts/notification-channel.ts';
import { demoAccounts } from '#api/features/auth/demo-accounts.ts';
import { failure } from '#api/features/integrations/channel-failures.ts';
import type { Integration } from '#api/features/integrations/integration.entity.ts';
import { Delivery, DeliveryKind, DeliveryStatus } from '#api/features/notifications/delivery.entity.ts';
import { AttemptResult, DeliveryAttempt } from '#api/features/notifications/delivery.entity.ts';

/** Of the people who are mailed, the one whose mails stand in the history. */
const recipient = demoAccounts.customer;

/** What was sent of one line of a timeline, wherever the rule of the alert tells. Persisted, not flushed. */
export function tellPast(
  em: EntityManager,
  integrations: ReadonlyMap<string, Integration>,
  alert: Alert,
  entry: AlertEntry,
  nth: number,
): void {
  const kind = { raised: DeliveryKind.opened, resolved: DeliveryKind.resolved }[entry.kind as string];
  if (!kind) return;
  for (const [place, channel] of (alert.ruleThen?.channels ?? []).entries()) {
    const integration = integrations.get(channel);
    if (!integration) continue;
    const begun = new Date(entry.at.getTime() + 700 + 130 * place);
    // Now and then a service has a bad minute.
    const isLate = entry.kind === AlertEntryKind.raised && (nth + place * 5) % 23 === 0;
    const tries = isLate ? [begun, new Date(begun.getTime() + 31_000)] : [begun];
    const delivery = Object.assign(new Delivery(), {
      id: randomUUID(),
      team: alert.team,
      alert,
      entry,
      integration,
      channel,
      recipient: channel === NotificationChannel.email ? recipient : '',
      kind,
      status: channel === NotificationChannel.teams ? DeliveryStatus.accepted : DeliveryStatus.sent,
      attempts: tries.length,
      sentAt: new Date(tries.at(-1)!.getTime() + 240),
      createdAt: entry.at,
    });
    em.persist(delivery);
    for (const [turn, at] of tries.entries())
      em.persist(attemptOf(delivery, at, turn < tries.length - 1, nth));
  }
}

function attemptOf(delivery: Delivery, at: Date, failed: boolean, nth: number): DeliveryAttempt {
  const answer = failed
    ? { status: 503, result: AttemptResult.failed, ...failure('webhook_status', { status: 503 }) }
    : {
        status: 200,
        result: delivery.status === DeliveryStatus.sent ? AttemptResult.sent : AttemptResult.accepted,
      };
  const durationMs = 90 + ((nth * 37) % 240);
  return Object.assign(new DeliveryAttempt(), { delivery, at, durationMs, ...answer });
}
