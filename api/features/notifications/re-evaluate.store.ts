import type { EntityManager } from '@mikro-orm/postgresql';
import { notNull, orNull, type RowOf, textOf } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { WebhookEvent } from '../integrations/channel-config.ts';
import { Integration } from '../integrations/integration.entity.ts';
import { lockDestinations, updateDecisions, scheduleSender, type Claimed } from './deliveries.store.ts';
import { DeliveryKind, DeliveryStatus, isEnding, type NoticeKind } from './delivery.entity.ts';
import { allTags } from '../sites/team-sites.store.ts';
import type { Destination } from './destinations.store.ts';
import { alertSituations, earlierDeliveries, teamSituation } from './policy-facts.store.ts';
import { policyFor, recipientRefusal, type HoldReason, type Policy } from './policy.ts';

/** Batch size of a re-evaluation. */
const pageSize = 1000;

/** An unsent delivery. */
type Pending = RowOf<typeof pendingColumns>;

const pendingColumns = {
  id: tables.delivery.id,
  alertId: notNull(tables.delivery.alert_id),
  channel: tables.delivery.channel,
  recipient: tables.delivery.recipient,
  kind: textOf<NoticeKind>(),
  /** Why it was held. `null` if it was about to be sent. */
  heldFor: orNull(textOf<HoldReason>()),
};

/** Re-evaluates all deliveries in batches, each of which starts after an ID. */
async function reEvaluateAll(
  em: EntityManager,
  policyOf: () => Policy | Promise<Policy>,
  pageAfter: (id: string) => Promise<Pending[]>,
): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const page = await pageAfter(after);
    if (page.length > 0) await reEvaluate(em, await policyOf(), page);
    if (page.length < pageSize) return;
    after = page.at(-1)!.id;
  }
}

/**
 * Evaluates earlier decisions again, in the caller's transaction, which holds the destination. Deliveries
 * that may still be sent stay unchanged.
 * @returns the IDs of all others
 */
async function reEvaluate(
  em: EntityManager,
  { decide }: Policy,
  pending: readonly Pending[],
): Promise<Set<string>> {
  const alerts = await alertSituations(em, alertIds(pending));
  const endings = alertIds(pending.filter(({ kind }) => isEnding(kind)));
  const earlier = endings.length > 0 ? await earlierDeliveries(em, endings) : [];
  const notified = new Set(
    earlier.map(({ alertId, recipient, channel }) => `${alertId} ${channel} ${recipient}`),
  );
  const changed = pending.flatMap(({ id, alertId, heldFor, ...asked }) => {
    const alert = alerts.get(alertId);
    if (!alert) return [];
    const wasNotified =
      !isEnding(asked.kind) || notified.has(`${alertId} ${asked.channel} ${asked.recipient}`);
    const endedWhileHeld = alert.resolvedAt && heldFor;
    const decision = decide({ ...asked, alert, wasNotified, ...(endedWhileHeld && { endedWhileHeld }) });
    return heldFor !== null || decision.status !== DeliveryStatus.waiting ? [{ id, ...decision }] : [];
  });
  if (changed.length > 0) await updateDecisions(em, changed);
  return new Set(changed.map(({ id }) => id));
}

function alertIds(pending: readonly Pending[]): string[] {
  return [...new Set(pending.map(({ alertId }) => alertId))];
}

/** Later than any other time. */
export const never = new Date('9999-12-31T00:00:00Z');

/**
 * Releases deliveries after quiet hours or maintenance. Ongoing problems are sent, ended ones aren't, and a
 * delivery with a new reason to wait stays held. Runs in the caller's transaction, which holds the
 * destination.
 * @param until also releases those held until then, because their window may have changed
 */
export async function releaseHeld(
  em: EntityManager,
  { id, teamId }: { id: string; teamId: string },
  now: Date,
  until: Date = now,
): Promise<void> {
  let policy: Policy | undefined;
  await reEvaluateAll(
    em,
    async () => (policy ??= policyFor(await teamSituation(em, teamId), now)),
    (after) =>
      queryRows(
        em,
        pendingColumns,
        `select id, alert_id as "alertId", channel, recipient, kind, coalesce(reason_code, 'quiet_hours') as "heldFor" from delivery
          where integration_id = ? and status = 'held' and not_before <= ? and id > ?
          order by id limit ${pageSize}`,
        [id, until, after],
      ),
  );
}

/** The claimed deliveries that may still be sent individually. Holds or skips the others. */
export function withoutSuppressed(
  em: EntityManager,
  { id, channel }: Destination,
  policy: Policy,
  taken: readonly Claimed[],
): Promise<readonly Claimed[]> {
  return em.transactional(async (tx) => {
    await lockDestinations(tx, [id]);
    const pending = taken.flatMap(({ id: delivery, kind, recipient, alert }) =>
      alert && kind !== DeliveryKind.summary
        ? [{ id: delivery, alertId: alert.id, channel, recipient, kind, heldFor: null }]
        : [],
    );
    const changed = await reEvaluate(tx, policy, pending);
    return taken.filter((one) => !changed.has(one.id));
  });
}

/**
 * The same for everything due, and for what a summary will include, before messages are combined. Runs in the
 * caller's transaction, which holds the destination.
 */
export async function suppressDueDeliveries(
  em: EntityManager,
  id: string,
  policy: Policy,
  now: Date,
): Promise<void> {
  await reEvaluateAll(
    em,
    () => policy,
    (after) => queryRows(em, pendingColumns, dueAndSummarized, [id, now, id, now, after]),
  );
  await em.execute(
    `update delivery s set status = 'skipped', reason_code = 'nothing_to_summarise', reason_params = null, not_before = null
      where s.integration_id = ? and s.kind = 'summary' and s.status in ('waiting', 'retrying')
        and not exists (select from delivery d2 where d2.summary_id = s.id and d2.kind <> 'summary')`,
    [id],
    'run',
  );
}

const dueAndSummarized = `
  select id, alert_id as "alertId", channel, recipient, kind, null as "heldFor" from (
    select * from delivery
     where integration_id = ? and status in ('waiting', 'retrying') and kind <> 'summary'
       and coalesce(not_before, created_at) <= ?
    union all
    select d2.* from delivery s join delivery d2 on d2.summary_id = s.id and d2.status = 'summarised'
     where s.integration_id = ? and s.kind = 'summary' and s.status in ('waiting', 'retrying')
       and coalesce(s.not_before, s.created_at) <= ?) pending
   where id > ? order by id limit ${pageSize}`;

/** Re-evaluates held deliveries immediately against the current windows: sent, skipped, or held until a new end. */
export async function reEvaluateHeldDeliveries(em: EntityManager, teamId: string): Promise<void> {
  const holding = await queryRows(
    em,
    { id: tables.integration.id },
    `select id from integration where team_id = ? and is_active
        and exists (select from delivery where integration_id = integration.id and status = 'held')`,
    [teamId],
  );
  const ids = holding.map(({ id }) => id);
  await lockDestinations(em, ids);
  for (const id of ids) await releaseHeld(em, { id, teamId }, new Date(), never);
  await scheduleSender(em, ids);
}

/**
 * Sends what limited channels skipped because an open alert's site was not one of theirs, now that it is. Only the latest
 * news of each alert. The policy decides again right before it is sent.
 */
export async function sendWithinNewLimits(em: EntityManager, teamId: string): Promise<void> {
  const missed = await queryRows(
    em,
    { id: tables.delivery.id, integrationId: tables.integration.id },
    `select d.id, i.id as "integrationId"
       from alert a
       join delivery d on d.alert_id = a.id
       join integration i on i.id = d.integration_id and i.is_active
       left join team_site s on s.team_id = a.team_id and s.host_id = a.site_id
       left join customer k on k.id = s.customer_id
      where a.team_id = ? and a.resolved_at is null and d.status = 'skipped' and d.reason_code = 'out_of_scope'
        and (i.customer_ids = '{}' and i.tags = '{}' or s.customer_id = any(i.customer_ids) or ${allTags} && i.tags)
        and not exists (select from delivery later
                         where later.alert_id = d.alert_id and later.integration_id = i.id
                           and later.recipient is not distinct from d.recipient
                           and (later.created_at, later.id) > (d.created_at, d.id))`,
    [teamId],
  );
  if (missed.length === 0) return;
  const destinations = [...new Set(missed.map(({ integrationId }) => integrationId))];
  await lockDestinations(em, destinations);
  await em.execute(
    `update delivery set status = 'waiting', reason_code = null, reason_params = null, not_before = null
      where id = any(?::uuid[]) and status = 'skipped'`,
    [`{${missed.map(({ id }) => id).join(',')}}`],
    'run',
  );
  await scheduleSender(em, destinations);
}

/** The same for a channel whose limits were changed. */
export async function sendToWidenedChannel(em: EntityManager, integrationId: string): Promise<void> {
  const { team } = await em.findOneOrFail(Integration, integrationId, { populate: ['team'] });
  await sendWithinNewLimits(em, team.id);
}

/**
 * Skips recoveries that are no longer true, and ends of alerts whose opening wasn't sent. Checks by channel
 * type, because a channel that was removed and set up again reaches the same people.
 */
export async function skipOutdatedEndings(
  em: EntityManager,
  integrationId: string,
  now: Date,
): Promise<void> {
  await em.execute(
    `update delivery d set status = 'skipped', not_before = null, reason_params = null,
            reason_code = case when d.kind = 'resolved' and a.resolved_at is null
                          then 'problem_returned' else 'opening_not_sent' end
       from alert a
      where a.id = d.alert_id and d.integration_id = ? and d.status in ('waiting', 'retrying')
        and coalesce(d.not_before, d.created_at) <= ? and d.kind in ('resolved', 'stable')
        and ((d.kind = 'resolved' and a.resolved_at is null) or not exists (
          select from delivery d2
           where d2.alert_id = d.alert_id and d2.channel = d.channel
             and d2.recipient = d.recipient and d2.kind not in ('resolved', 'stable')
             and (d2.status in ('waiting', 'held', 'retrying', 'sent', 'accepted', 'summarised')
                  or d2.reason_code = 'event_not_chosen')))`,
    [integrationId, now],
    'run',
  );
}

/** Skips edits of messages that were never sent on their own. The caller holds the destination. */
export async function skipEditsOfNothing(em: EntityManager, integrationId: string, now: Date): Promise<void> {
  await em.execute(
    `update delivery d set status = 'skipped', reason_code = 'no_message', reason_params = null, not_before = null
      where d.integration_id = ? and d.kind = 'updated' and d.status in ('waiting', 'retrying')
        and coalesce(d.not_before, d.created_at) <= ?
        and not exists (
          select from delivery d2
           where d2.alert_id = d.alert_id and d2.integration_id = d.integration_id and d2.recipient = d.recipient
             and d2.id <> d.id and (d2.status in ('waiting', 'retrying', 'held')
                                    or d2.status in ('sent', 'accepted') and d2.reference is not null))`,
    [integrationId, now],
    'run',
  );
}

/** Skips events that the webhook no longer receives. The caller holds the destination. */
export async function skipUnchosenEvents(
  em: EntityManager,
  integrationId: string,
  events: readonly WebhookEvent[],
): Promise<void> {
  await em.execute(
    `update delivery set status = 'skipped', reason_code = 'event_not_chosen', reason_params = null, not_before = null
      where integration_id = ? and status in ('waiting', 'retrying')
        and not ?::jsonb @> to_jsonb('alert.' || case kind when 'escalated' then 'opened' else kind end)`,
    [integrationId, JSON.stringify(events)],
    'run',
  );
}

/** Skips emails to recipients who were removed or unsubscribed while these waited. The caller holds the destination. */
export async function skipRemovedRecipients(em: EntityManager, integrationId: string): Promise<void> {
  const channel = await em.findOneOrFail(Integration, integrationId, { disableIdentityMap: true });
  const waiting = await queryRows(
    em,
    { recipient: tables.delivery.recipient },
    `select distinct recipient from delivery where integration_id = ? and status in ('waiting', 'retrying')`,
    [integrationId],
  );
  const gone = waiting.flatMap(({ recipient }) => {
    const reason = recipientRefusal(channel, recipient);
    return reason ? [{ recipient, ...reason }] : [];
  });
  if (gone.length === 0) return;
  await em.execute(
    `update delivery d set status = 'skipped', reason_code = r."reasonCode", reason_params = r."reasonParams", not_before = null
       from jsonb_to_recordset(?::jsonb) as r(recipient text, "reasonCode" text, "reasonParams" jsonb)
      where d.integration_id = ? and d.recipient = r.recipient and d.status in ('waiting', 'retrying')`,
    [JSON.stringify(gone), integrationId],
    'run',
  );
}
