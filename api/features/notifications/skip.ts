import type { EntityManager } from '@mikro-orm/postgresql';
import { Integration } from '../integrations/integration.entity.ts';
import type { WebhookEvent } from '../integrations/webhook-events.ts';
import { NotificationChannel } from '../alerts/notification-channel.ts';
import { DeliveryReason } from './delivery.entity.ts';
import { beginningUntold } from './judge.ts';
import { storedReason } from './reason-text.ts';
import { unwanted } from './unwanted.ts';

/**
 * What is not true any more, or means nothing to somebody who never heard of the beginning, is not told. Who heard is told
 * by the kind of channel: one that was removed and set up again leads to the same people.
 */
export async function skipStale(em: EntityManager, integrationId: string, now: Date): Promise<void> {
  await em.execute(
    `update delivery d set status = 'skipped', not_before = null, reason_code = null,
            reason = case when d.kind = 'resolved' and a.resolved_at is null
                     then 'The problem returned before this was sent' else ? end
       from alert a
      where a.id = d.alert_id and d.integration_id = ? and d.status in ('waiting', 'retrying')
        and coalesce(d.not_before, d.created_at) <= ? and d.kind in ('resolved', 'stable')
        and ((d.kind = 'resolved' and a.resolved_at is null) or not exists (
          select from delivery told
           where told.alert_id = d.alert_id and told.channel = d.channel
             and told.recipient = d.recipient and told.kind not in ('resolved', 'stable')
             and (told.status in ('waiting', 'held', 'retrying', 'sent', 'accepted', 'summarised')
                  or told.reason_code = 'event_not_chosen')))`,
    [beginningUntold, integrationId, now],
    'run',
  );
}

/** What a webhook was taken off while it waited, or what a snooze gave back. The caller holds the destination. */
export async function skipUnchosen(
  em: EntityManager,
  integrationId: string,
  events: readonly WebhookEvent[],
): Promise<void> {
  const reasonCode = DeliveryReason.event_not_chosen;
  const reason = storedReason({ channel: NotificationChannel.webhook, reasonCode });
  await em.execute(
    `update delivery set status = 'skipped', reason = ?, reason_code = ?, not_before = null
      where integration_id = ? and status in ('waiting', 'retrying')
        and not ?::jsonb @> to_jsonb('alert.' || case kind when 'escalated' then 'opened' else kind end)`,
    [reason, reasonCode, integrationId, JSON.stringify(events)],
    'run',
  );
}

/** Mails to those who were taken out, or asked for no more, while these waited. The caller holds the destination. */
export async function skipUnwanted(em: EntityManager, integrationId: string): Promise<void> {
  const channel = await em.findOneOrFail(Integration, integrationId, { disableIdentityMap: true });
  const waiting = await em.execute<{ recipient: string }[]>(
    `select distinct recipient from delivery where integration_id = ? and status in ('waiting', 'retrying')`,
    [integrationId],
  );
  const why = waiting.map(({ recipient }) => ({ recipient, reason: unwanted(channel, recipient) }));
  const gone = why.filter(({ reason }) => reason);
  if (gone.length === 0) return;
  await em.execute(
    `update delivery d set status = 'skipped', reason = r.reason, reason_code = null, not_before = null
       from jsonb_to_recordset(?::jsonb) as r(recipient text, reason text)
      where d.integration_id = ? and d.recipient = r.recipient and d.status in ('waiting', 'retrying')`,
    [JSON.stringify(gone), integrationId],
    'run',
  );
}
