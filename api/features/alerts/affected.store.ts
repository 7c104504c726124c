import type { EntityManager } from '@mikro-orm/postgresql';
import { int, orNull, textsOf } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { coversSite, isLimited, type SiteLimit } from '../customers/site-limit.ts';
import { Alert } from './alert.entity.ts';

/** Devices behind an alert's device or port, for a message. */
export interface AffectedList {
  /** How many there are, of which the first are listed. */
  count: number;
  /** By name. */
  devices: { mac: string; name: string; since: Date }[];
}

/** Sites of a provider's outage, for a message. */
export interface AffectedSiteList {
  /** How many there are, of which the first are listed. */
  count: number;
  /** By name. */
  sites: { hostId: string; name: string; line: string; since: Date; controllerName?: string }[];
  /** How many of them are never listed, because the reader's limit doesn't cover them. Absent: none. */
  outsideLimit?: number;
}

const unlimited: SiteLimit = { customerIds: [], tags: [] };

/**
 * What messages list, by alert: the sites that a provider's outage affects, or all that it affected if it has ended. None of
 * other alerts.
 * @param most sites of each alert
 * @param limit whose sites the reader may see. Others are only counted
 */
export async function affectedSiteLists(
  em: EntityManager,
  alerts: readonly Pick<Alert, 'id' | 'affectedSiteCount'>[],
  most: number,
  limit: SiteLimit = unlimited,
): Promise<Map<string, AffectedSiteList>> {
  const ids = alerts.filter(({ affectedSiteCount }) => affectedSiteCount).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const { alert_id: alertId, host_id: hostId, name, line, since } = tables.affected_site;
  const labels = { customerId: orNull(tables.team_site.customer_id), tags: textsOf<string[]>() };
  const rows = await queryRows(
    em,
    { alertId, hostId, name, line, since, controllerName: tables.controller.name, ...labels, count: int },
    `select n."alertId", n."hostId", n.name, n.line, n.since, n.count, c.name as "controllerName",
            s.customer_id as "customerId", coalesce(s.tags, '{}') || coalesce(k.tags, '{}') as tags from (
       select f.alert_id as "alertId", f.host_id as "hostId", f.controller_id, a.team_id, f.name, f.line, f.since,
              count(*) over (partition by f.alert_id)::int as count,
              row_number() over (partition by f.alert_id order by f.name, f.host_id) as nth
         from jsonb_array_elements_text(?::jsonb) as asked
         join alert a on a.id = asked::uuid
         join affected_site f on f.alert_id = a.id and (f.until is null or a.resolved_at is not null)) n
       join controller c on c.id = n.controller_id
       left join team_site s on s.team_id = n.team_id and s.host_id = n."hostId"
       left join customer k on k.id = s.customer_id
      where nth <= coalesce(?, nth) order by "alertId", nth`,
    [JSON.stringify(ids), isLimited(limit) ? null : most],
  );
  const found = new Map<string, AffectedSiteList>();
  for (const { alertId, count, since, customerId, tags, ...site } of rows) {
    const list = found.get(alertId) ?? { count, sites: [], outsideLimit: 0 };
    if (!coversSite(limit, { customerId, tags })) list.outsideLimit! += 1;
    else if (list.sites.length < most) list.sites.push({ ...site, since: new Date(since) });
    found.set(alertId, list);
  }
  return found;
}

/**
 * What messages list, by alert: the devices that are down behind it, or all that were if it has ended. One statement for any
 * number of alerts, and none if there is nothing to list.
 * @param most devices of each alert
 */
export async function affectedLists(
  em: EntityManager,
  alerts: readonly Pick<Alert, 'id' | 'affectedCount'>[],
  most: number,
): Promise<Map<string, AffectedList>> {
  const ids = alerts.filter(({ affectedCount }) => affectedCount).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const { alert_id: alertId, mac, name, since } = tables.affected_device;
  const rows = await queryRows(
    em,
    { alertId, mac, name, since, count: int },
    `select "alertId", mac, name, since, count from (
       select f.alert_id as "alertId", f.mac, f.name, f.since,
              count(*) over (partition by f.alert_id)::int as count,
              row_number() over (partition by f.alert_id order by f.name, f.mac) as nth
         from jsonb_array_elements_text(?::jsonb) as asked
         join alert a on a.id = asked::uuid
         join affected_device f on f.alert_id = a.id and (f.until is null or a.resolved_at is not null)) numbered
      where nth <= ? order by "alertId", nth`,
    [JSON.stringify(ids), most],
  );
  const found = new Map<string, AffectedList>();
  for (const { alertId, count, since, ...device } of rows) {
    const list = found.get(alertId) ?? { count, devices: [] };
    list.devices.push({ ...device, since: new Date(since) });
    found.set(alertId, list);
  }
  return found;
}

/**
 * The alert that was open at a moment and that a device was down behind. Of several, the one with the most devices behind it
 * is the first cause.
 */
export async function causeOfDevice(
  em: EntityManager,
  controllerId: string,
  mac: string,
  at: Date,
): Promise<Alert | null> {
  const [row] = await queryRows(
    em,
    { id: tables.alert.id },
    `select a.id from alert a
       join affected_device f on f.alert_id = a.id and f.mac = ? and f.since <= ? and coalesce(f.until > ?, true)
      where a.controller_id = ? and a.timestamp <= ? and coalesce(a.resolved_at > ?, true)
      order by a.affected_count desc, a.timestamp, a.id limit 1`,
    [mac, at, at, controllerId, at, at],
  );
  return row ? em.findOne(Alert, row.id) : null;
}
