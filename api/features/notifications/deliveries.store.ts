import type { EntityManager } from '@mikro-orm/postgresql';
import { bool, float, orNull, type RowOf, timestamp } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { addJob } from '#api/jobs/queue.ts';
import type { Sealed } from '#api/security/secrets.ts';
import type { EntryParams } from '../alerts/alert-entry.entity.ts';
import { affectedLists, affectedSiteLists } from '../alerts/affected.store.ts';
import { Alert } from '../alerts/alert.entity.ts';
import { isAboutProvider } from '../alerts/message.ts';
import type { DeliveryChannel } from '../alerts/notification-channel.ts';
import { isLimited, type SiteLimit } from '../customers/site-limit.ts';
import { factsOf, type AlertFacts } from './channels/message.ts';
import { DeliveryKind, type NoticeKind } from './delivery.entity.ts';
import type { Decision } from './policy.ts';
import type { Reason } from './reason-text.ts';
import type { Health } from './retry-policy.ts';

/**
 * Schedules the job of each destination for the earliest time that one of its deliveries is due, within the caller's
 * transaction. Every change to pending deliveries holds the channel's row lock, so that this time is right. A delivery
 * behind another one of its alert has no time of its own.
 */
export async function scheduleSender(em: EntityManager, integrationIds: readonly string[]): Promise<void> {
  if (integrationIds.length === 0) return;
  const asked = JSON.stringify(integrationIds);
  await lockDestinations(em, integrationIds);
  const due = await queryRows(
    em,
    { id: tables.integration.id, at: timestamp },
    `select i.id, greatest(i.paused_until, next.at) as at
       from integration i
       join lateral (
         select min(first.at) as at from (
           select distinct on (coalesce(d.alert_id, d.id), d.recipient) coalesce(d.not_before, d.created_at) as at
             from delivery d where d.integration_id = i.id and d.status in ('waiting', 'retrying', 'held')
            order by coalesce(d.alert_id, d.id), d.recipient, d.created_at, d.id) first) next on true
      where i.id in (select jsonb_array_elements_text(?::jsonb)::uuid) and next.at is not null`,
    [asked],
  );
  for (const { id, at } of due) {
    const name = `deliver:${id}`;
    await addJob(
      em,
      'deliver',
      { integrationId: id },
      { jobKey: name, queueName: name, runAt: new Date(at) },
    );
  }
}

/** A planned delivery. */
export interface NewDelivery extends Decision {
  id: string;
  alert: string;
  entry: string;
  integration: string | null;
  channel: DeliveryChannel;
  recipient: string;
  kind: NoticeKind;
}

/** Deliveries that were already planned stay unchanged. */
export async function insertDeliveries(
  em: EntityManager,
  teamId: string,
  rows: readonly NewDelivery[],
): Promise<void> {
  await em.execute(
    `insert into delivery (id, team_id, alert_id, entry_id, integration_id, channel, recipient, kind, status,
                           reason_code, reason_params, not_before, created_at)
     select r.id, ?, r.alert, r.entry, r.integration, r.channel, r.recipient, r.kind, r.status,
            r."reasonCode", r."reasonParams", r."notBefore", ?
       from jsonb_to_recordset(?::jsonb) as r(id uuid, alert uuid, entry uuid, integration uuid, channel text,
            recipient text, kind text, status text, "reasonCode" text, "reasonParams" jsonb,
            "notBefore" timestamptz)
     on conflict (entry_id, channel, recipient) do nothing`,
    [teamId, new Date(), JSON.stringify(rows)],
    'run',
  );
}

/** Stores new decisions. A delivery that leaves its summary is sent on its own later. */
export async function updateDecisions(
  em: EntityManager,
  changed: readonly (Decision & { id: string })[],
): Promise<void> {
  await em.execute(
    `update delivery d set status = r.status, reason_code = r."reasonCode", reason_params = r."reasonParams",
            not_before = r."notBefore", summary_id = null
       from jsonb_to_recordset(?::jsonb) as r(id uuid, status text, "reasonCode" text,
            "reasonParams" jsonb, "notBefore" timestamptz)
      where d.id = r.id and d.status in ('waiting', 'retrying', 'held', 'summarised')`,
    [JSON.stringify(changed)],
    'run',
  );
}

/** Settles everything that waits for a destination that accepts no more messages. */
export async function settleAll(
  em: EntityManager,
  integrationId: string,
  status: 'failed' | 'skipped',
  { reasonCode, reasonParams }: Reason,
): Promise<void> {
  await em.execute(
    `update delivery set status = ?, reason_code = ?, reason_params = ?::jsonb, not_before = null
      where integration_id = ? and status in ('waiting', 'retrying', 'held')`,
    [status, reasonCode, reasonParams && JSON.stringify(reasonParams), integrationId],
    'run',
  );
}

/** A completed attempt, as it is stored. */
interface RecordedAttempt {
  id: string;
  at: Date;
  durationMs: number;
  /** HTTP status. */
  http?: number;
  answer?: string;
  status: string;
  reason: Reason | null;
  notBefore: Date | null;
  reference: string | null;
}

/**
 * Records attempts, the new state of their deliveries, and the health of their destinations, which the caller
 * has locked. A channel saved in the meantime may lead elsewhere, so its health stays.
 */
export async function recordAttempts(
  em: EntityManager,
  attempts: readonly RecordedAttempt[],
  destinations: readonly (Health & { id: string; sealed: Sealed })[],
): Promise<void> {
  await em.execute(settling, [JSON.stringify(attempts), JSON.stringify(destinations)], 'run');
}

const settling = `
  with r as (
    select * from jsonb_to_recordset(?::jsonb) as r(id uuid, at timestamptz, "durationMs" int, http int, answer text,
      status text, reason jsonb, "notBefore" timestamptz, reference text)),
  settled as (
    update delivery d set status = r.status, reason_code = r.reason->>'reasonCode', reason_params = nullif(r.reason->'reasonParams', 'null'),
           not_before = r."notBefore", attempts = d.attempts + 1,
           reference = coalesce(r.reference, d.reference),
           sent_at = case when r.status in ('sent', 'accepted') then r.at end
      from r where d.id = r.id and d.id = any(array(select id from r)) returning d.id),
  logged as (
    insert into delivery_attempt (delivery_id, at, duration_ms, status, result, reason_code, reason_params, answer)
    select r.id, r.at, r."durationMs", r.http, case when r.reason->>'reasonCode' is null then r.status else 'failed' end,
           r.reason->>'reasonCode', nullif(r.reason->'reasonParams', 'null'), r.answer
      from r join settled using (id))
  update integration i
     set last_delivered_at = h."lastDeliveredAt", failures = h.failures, failing_since = h."failingSince",
         paused_until = h."pausedUntil", last_failure_at = coalesce(h."lastFailureAt", i.last_failure_at),
         last_failure = coalesce(nullif(h."lastFailure", 'null'), i.last_failure)
    from jsonb_to_recordset(?::jsonb) as h(id uuid, sealed text, "lastDeliveredAt" timestamptz, failures int,
         "failingSince" timestamptz, "pausedUntil" timestamptz, "lastFailureAt" timestamptz, "lastFailure" jsonb)
   where i.id = h.id and i.sealed = h.sealed`;

/**
 * Every change to more than one delivery locks the rows of their channels first and in one order, so that changes can't
 * deadlock. Held until the caller's transaction ends.
 */
export async function lockDestinations(em: EntityManager, integrationIds: readonly string[]): Promise<void> {
  await em.execute(
    `select from integration where id in (select jsonb_array_elements_text(?::jsonb)::uuid)
      order by id for no key update`,
    [JSON.stringify(integrationIds)],
    'run',
  );
}

/** The same without waiting. @returns those that weren't locked by someone else */
export async function lockAvailable(em: EntityManager, integrationIds: readonly string[]): Promise<string[]> {
  const rows = await queryRows(
    em,
    { id: tables.integration.id },
    `select id from integration where id in (select jsonb_array_elements_text(?::jsonb)::uuid)
      order by id for no key update skip locked`,
    [JSON.stringify(integrationIds)],
  );
  return rows.map(({ id }) => id);
}

/** Retries immediately, because a destination works again or has changed. In the caller's transaction. */
export async function retryNow(em: EntityManager, integrationId: string, now: Date): Promise<void> {
  await lockDestinations(em, [integrationId]);
  await em.execute(
    `update delivery set not_before = ? where integration_id = ? and status = 'retrying' and not_before > ?`,
    [now, integrationId, now],
    'run',
  );
}

/** Retries immediately with the saved channel. */
export async function retryAfterSave(em: EntityManager, integrationId: string): Promise<void> {
  await retryNow(em, integrationId, new Date());
  await scheduleSender(em, [integrationId]);
}

/** Deliveries claimed at a time. Their message data is in memory until they are sent. */
const batch = 200;

/** A delivery to send now. */
export interface Claimed {
  id: string;
  kind: DeliveryKind;
  recipient: string;
  attempts: number;
  /** The summary that covers it. For a summary, the first one of its storm. */
  summaryId: string | null;
  /** The service's ID of the first message about the alert. */
  first: string | null;
  /** When it happened. `null` for a summary. */
  at: string | null;
  /** `null` for a summary. */
  alert: AlertFacts | null;
  /** For an escalation: the alert when it escalated. */
  escalatedAs: (EntryParams & { since: string | null }) | null;
  /** For a reminder: the maintenance window that has ended. `null` after a snooze. */
  endedMaintenance: string | null;
  /** The member's time zone for an email. `null` for shared channels and other addresses. */
  timeZone: string | null;
}

/** The row of a delivery to send now. */
const claimedColumns = {
  id: tables.delivery.id,
  kind: tables.delivery.kind,
  recipient: tables.delivery.recipient,
  attempts: tables.delivery.attempts,
  summaryId: tables.delivery.summary_id,
  first: tables.delivery.reference,
  at: orNull(tables.alert_entry.at),
  alertId: tables.delivery.alert_id,
  entryParams: tables.alert_entry.params,
  entrySince: tables.alert_entry.since,
  timeZone: tables.user.time_zone,
};

/**
 * The oldest deliveries that may be sent to a destination now. Messages name no sites outside its limit. Only the first unsettled one of each alert, to
 * keep its order. Conditions equal for all rows are kept out of the indexes, because a fresh table has no
 * statistics to show that.
 */
export async function claimDue(
  em: EntityManager,
  destination: SiteLimit & { id: string },
  now: Date,
): Promise<Claimed[]> {
  const rows = await queryRows(
    em,
    claimedColumns,
    `with first as (
       select distinct on (coalesce(alert_id, id), recipient)
              id, status, created_at, coalesce(not_before, created_at) as due
         from delivery where integration_id = ? and status in ('waiting', 'retrying', 'held')
        order by coalesce(alert_id, id), recipient, created_at, id),
     taken as (
       select id from first where status <> 'held' and due <= ? order by created_at, id limit ${batch})
     select d.id, d.kind, d.recipient, d.attempts, d.summary_id as "summaryId",
            case when d.kind not in ('opened', 'summary') then (
              select d2.reference from delivery d2
               where d2.alert_id = d.alert_id and d2.integration_id is not distinct from d.integration_id
                 and d2.recipient = d.recipient and d2.reference is not null
                 and d2.status in ('sent', 'accepted')
               order by d2.created_at limit 1) end as first, e.at,
            d.alert_id as "alertId", e.params as "entryParams", e.since as "entrySince",
            case when d.recipient <> '' then (
              select u.time_zone from membership m join "user" u on u.id = m.user_id
               where m.team_id = d.team_id and lower(u.email) = lower(d.recipient) limit 1) end as "timeZone"
       from taken
       join delivery d on d.id = taken.id
       left join alert_entry e on e.id = d.entry_id
      order by d.created_at, d.id`,
    [destination.id, now],
  );
  const alerts = await findAlerts(
    em,
    rows.flatMap(({ alertId }) => alertId ?? []),
  );
  const affected = await affectedLists(em, [...alerts.values()], mostAffected);
  const sites = await affectedSiteLists(em, [...alerts.values()], mostAffected, destination);
  return rows.flatMap(({ alertId, entryParams, entrySince, ...row }) => {
    const alert = alertId === null ? null : alerts.get(alertId);
    // The alert was deleted in the meantime, with its deliveries.
    if (alert === undefined) return [];
    const escalatedAs =
      row.kind === DeliveryKind.escalated && entryParams ? { ...entryParams, since: entrySince } : null;
    const endedMaintenance = (row.kind === DeliveryKind.reminder && entryParams?.window) || null;
    return [
      {
        ...row,
        alert:
          alert &&
          withoutOthers(
            destination,
            factsFor(row.kind, factsOf(alert, affected.get(alert.id), sites.get(alert.id)), entryParams),
          ),
        escalatedAs,
        endedMaintenance,
      },
    ];
  });
}

/** An edited message counts what is affected now. Others count the most at the same time. */
function factsFor(kind: DeliveryKind, facts: AlertFacts, params: EntryParams | null): AlertFacts {
  if (kind !== DeliveryKind.updated) return facts;
  return {
    ...facts,
    affectedCount: facts.affected?.count ?? null,
    affectedSiteCount: facts.affectedSites?.count ?? null,
    deviceCount: params?.deviceCount ?? facts.deviceCount ?? null,
  };
}

/** An outage is stored at the site that failed first, which a limited channel may not cover. */
function withoutOthers(limit: SiteLimit, facts: AlertFacts): AlertFacts {
  if (!isLimited(limit) || !isAboutProvider(facts.type)) return facts;
  const first = facts.affectedSites?.sites[0];
  return { ...facts, siteName: first?.name ?? '', controllerName: first?.controllerName ?? '' };
}

/** Affected devices or sites in a webhook. Other messages name fewer. */
const mostAffected = 100;

/** Alerts with their controllers and causes, by id. */
export async function findAlerts(em: EntityManager, ids: readonly string[]): Promise<Map<string, Alert>> {
  if (ids.length === 0) return new Map();
  const alerts = await em.find(
    Alert,
    { id: { $in: [...new Set(ids)] } },
    { populate: ['controller', 'causeAlert'], disableIdentityMap: true },
  );
  return new Map(alerts.map((alert) => [alert.id, alert]));
}

/** Work waiting for a destination. */
const work = {
  /** Anything unsettled. */
  any: bool,
  /** Can be sent now. */
  due: bool,
  /** Was held until now. */
  held: bool,
  /** Reports an alert's end, which may no longer be true. */
  endings: bool,
};

export async function pendingWork(
  em: EntityManager,
  integrationId: string,
  now: Date,
): Promise<RowOf<typeof work>> {
  const [found] = await queryRows(
    em,
    work,
    `select count(*) > 0 as any, coalesce(bool_or(isdue and status <> 'held'), false) as due,
            coalesce(bool_or(isdue and status = 'held'), false) as held,
            coalesce(bool_or(isdue and kind in ('resolved', 'stable')), false) as endings
       from (select status, kind, coalesce(not_before, created_at) <= ? as isdue from delivery
              where integration_id = ? and status in ('waiting', 'retrying', 'held')) pending`,
    [now, integrationId],
  );
  return found!;
}

/** Seconds that the oldest due delivery has waited, for all teams or one. Paused destinations don't count. */
export async function longestWait(em: EntityManager, teamId: string | null = null): Promise<number> {
  const [row] = await queryRows(
    em,
    { seconds: orNull(float) },
    `select extract(epoch from now() - min(coalesce(d.not_before, d.created_at)))::float as seconds
       from delivery d join integration i on i.id = d.integration_id
      where d.status in ('waiting', 'retrying') and coalesce(d.not_before, d.created_at) <= now()
        and coalesce(i.paused_until, '-infinity') <= now()
        and (?::uuid is null or d.team_id = ?)`,
    [teamId, teamId],
  );
  return row?.seconds ?? 0;
}
