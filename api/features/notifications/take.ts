import type { EntityManager } from '@mikro-orm/postgresql';
import type { EntryParams } from '../alerts/alert-entry.entity.ts';
import type { AlertFacts } from './channels/channel.ts';
import type { DeliveryKind } from './delivery.entity.ts';

/** Deliveries that are taken at a time: what they need to be sent is in memory meanwhile. */
const batch = 200;

/** A delivery that is to be sent now. */
export interface Taken {
  id: string;
  kind: DeliveryKind;
  recipient: string;
  attempts: number;
  /** The summary it is told by; of a summary the first of its storm. */
  summaryId: string | null;
  /** What the place calls the message that first told of the alert. */
  first: string | null;
  /** When what is told happened; null for a summary. */
  at: string | null;
  /** Null for a summary. */
  alert: AlertRow | null;
  /** For an escalation: the alert at the time it escalated. */
  then: (EntryParams & { since: string | null }) | null;
  /** The zone of the member it is mailed to; null for shared channels and other addresses. */
  timeZone: string | null;
}

/** An alert as JSON has it. */
export type AlertRow = Omit<AlertFacts, 'since' | 'timestamp' | 'unknownSince' | 'resolvedAt'> & {
  since: string;
  timestamp: string;
  unknownSince: string | null;
  resolvedAt: string | null;
};

/**
 * The oldest that may be sent to a destination now. Of one alert only the first that is not settled: its order is kept.
 * No index is offered to what is equal for all of them: a fresh table has no statistics that would tell it is. By a
 * limit the planner is kept to looking each alert up by its id, too.
 */
export function takeDue(em: EntityManager, integrationId: string, now: Date): Promise<Taken[]> {
  return em.execute<Taken[]>(
    `with first as (
       select distinct on (coalesce(alert_id, id), recipient)
              id, status, created_at, coalesce(not_before, created_at) as due
         from delivery where integration_id = ? and status in ('waiting', 'retrying', 'held')
        order by coalesce(alert_id, id), recipient, created_at, id),
     taken as (
       select id from first where status <> 'held' and due <= ? order by created_at, id limit ${batch})
     select d.id, d.kind, d.recipient, d.attempts, d.summary_id as "summaryId",
            case when d.kind not in ('opened', 'summary') then (
              select told.reference from delivery told
               where told.alert_id = d.alert_id and told.integration_id is not distinct from d.integration_id
                 and told.recipient = d.recipient and told.reference is not null
                 and told.status in ('sent', 'accepted')
               order by told.created_at limit 1) end as first, e.at,
            case when a.id is not null then jsonb_build_object(
              'id', a.id, 'ruleName', a.rule_name, 'type', a.type, 'severity', a.severity,
              'deviceName', a.device_name, 'deviceMac', a.device_mac, 'controllerName', c.name,
              'siteName', a.site_name, 'networkSite', a.network_site, 'port', a.port, 'uplinkName', a.uplink_name,
              'impairment', a.impairment, 'deviceCount', a.device_count, 'value', a.value, 'threshold', a.threshold, 'since', a.since,
              'timestamp', a.timestamp, 'unknownSince', a.unknown_since, 'resolvedAt', a.resolved_at,
              'resolution', a.resolution, 'raises', a.raises, 'ticketId', a.ticket_id, 'ticketUrl', a.ticket_url) end as alert,
            case when d.kind = 'escalated' then e.params || jsonb_build_object('since', e.since) end as then,
            case when d.recipient <> '' then (
              select u.time_zone from membership m join "user" u on u.id = m.user_id
               where m.team_id = d.team_id and lower(u.email) = lower(d.recipient) limit 1) end as "timeZone"
       from taken
       join delivery d on d.id = taken.id
       left join alert_entry e on e.id = d.entry_id
       left join lateral (select * from alert where id = d.alert_id limit 1) a on true
       left join controller c on c.id = a.controller_id
      order by d.created_at, d.id`,
    [integrationId, now],
  );
}

/** What there is to do for a destination. */
export interface Work {
  /** Anything that is not settled. */
  any: boolean;
  /** May be sent now. */
  due: boolean;
  /** Was held until now. */
  held: boolean;
  /** Tells of an end: that may not be true any more. */
  endings: boolean;
}

export async function workFor(em: EntityManager, integrationId: string, now: Date): Promise<Work> {
  const [work] = await em.execute<Work[]>(
    `select count(*) > 0 as any, coalesce(bool_or(isdue and status <> 'held'), false) as due,
            coalesce(bool_or(isdue and status = 'held'), false) as held,
            coalesce(bool_or(isdue and kind in ('resolved', 'stable')), false) as endings
       from (select status, kind, coalesce(not_before, created_at) <= ? as isdue from delivery
              where integration_id = ? and status in ('waiting', 'retrying', 'held')) pending`,
    [now, integrationId],
  );
  return work!;
}
