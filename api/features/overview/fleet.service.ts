import type { EntityManager } from '@mikro-orm/postgresql';
import { int, json, orNull, text, textsOf, uuids } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { severities, severityRank } from '#api/db/severity.ts';
import { tables } from '#api/db/tables.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { chargeRows, rowsPerPoint } from '#api/security/request-rate/row-cost.ts';
import { Alert } from '../alerts/alert.entity.ts';
import { coveredAlerts, isNew } from '../alerts/new-alerts.store.ts';
import type { DeviceRole } from '../controllers/device.entity.ts';
import { Customer } from '../customers/customer.entity.ts';
import { monitoredSites } from '../sites/team-sites.store.ts';
import type { AlertSurge, FleetArgs, FleetGroup, FleetOverview, AffectedGroup } from './fleet.types.ts';

const rank = severityRank('a.severity');

/** The team's open alerts, and whether each is new, which is worked out once. */
const openAlerts = `
  select a.id, a.team_id, a.controller_id, a.site_id, a.site_name, a.type, a.severity, a.since, ${isNew('?')} as is_new
    from alert a where a.team_id = ? and a.resolved_at is null`;

/** Every monitored site with its group: the customer, or the site itself if it has none. */
const sites = `
  select s.host_id, coalesce(s.customer_id::text, s.host_id) as key, s.customer_id,
         coalesce(k.name, s.name) as name, s.name as site_name, s.controller_id, s.unknown_reason,
         s.unread_since
    from (${monitoredSites}) s left join customer k on k.id = s.customer_id`;

/** The open alerts of every group. An alert on a site that no controller lists any more forms a group of its own. */
const alerts = `
  select coalesce(s.customer_id::text, a.site_id) as key, max(s.customer_id::text)::uuid as customer_id,
         max(coalesce(k.name, a.site_name)) as name, max(a.site_name) as site_name,
         (array_agg(a.controller_id))[1] as controller_id, count(distinct a.site_id)::int as sites,
         count(*)::int as total, (count(*) filter (where a.is_new))::int as new,
         min(${rank}) filter (where a.is_new) as worst_new, min(${rank}) as worst,
         (count(*) filter (where a.severity = 'critical'))::int as critical,
         (count(*) filter (where a.severity = 'error'))::int as error,
         (count(*) filter (where a.severity = 'warning'))::int as warning,
         (count(*) filter (where a.severity = 'info'))::int as info,
         min(a.since) filter (where a.is_new) as since, max(a.since) filter (where a.is_new) as latest
    from open_alert a
    left join team_site s on s.team_id = a.team_id and s.host_id = a.site_id
    left join customer k on k.id = s.customer_id
   group by 1`;

const groupColumns = {
  key: text,
  customerId: orNull(tables.team_site.customer_id),
  siteName: orNull(text),
  controllerId: orNull(tables.team_site.controller_id),
  siteCount: int,
  sitesInTrouble: int,
  sitesUnknown: int,
  unknownReason: orNull(text),
  unreadSince: orNull(tables.controller.last_sync),
  alertCount: int,
  newCount: int,
  worstNew: orNull(tables.alert.severity),
  critical: int,
  error: int,
  warning: int,
  info: int,
  since: orNull(tables.alert.since),
  latest: orNull(tables.alert.since),
  troubleCount: int,
  attentionCount: int,
  quietCount: int,
  unknownCount: int,
  allAlerts: int,
  allNew: int,
  allSites: int,
  place: int,
};

/** One statement, so that every count is of the same moment. */
const groups = `
  with open_alert as materialized (${openAlerts}), site as (${sites}), open as (${alerts}), place as (
    select key, max(customer_id::text)::uuid as customer_id, max(name) as name, max(site_name) as site_name,
           (array_agg(controller_id))[1] as controller_id, count(*)::int as sites,
           count(unknown_reason)::int as unknown, max(unknown_reason) as unknown_reason,
           min(unread_since) as unread_since
      from site group by key),
  grouped as (
    select coalesce(o.key, p.key) as key, coalesce(o.customer_id, p.customer_id) as customer_id,
           coalesce(p.name, o.name) as name, coalesce(p.site_name, o.site_name) as site_name,
           coalesce(p.controller_id, o.controller_id) as controller_id, coalesce(p.sites, o.sites) as sites,
           coalesce(o.sites, 0) as in_trouble, coalesce(p.unknown, 0) as unknown, p.unknown_reason,
           p.unread_since,
           coalesce(o.total, 0) as total, coalesce(o.new, 0) as new, o.worst_new, o.worst,
           coalesce(o.critical, 0) as critical, coalesce(o.error, 0) as error, coalesce(o.warning, 0) as warning,
           coalesce(o.info, 0) as info, o.since, o.latest
      from place p full join open o on o.key = p.key),
  placed as (
    select *, count(*) filter (where total > 0) over () as trouble_count,
           count(*) filter (where new > 0) over () as attention_count,
           count(*) filter (where total = 0) over () as quiet_count,
           count(*) filter (where total = 0 and unknown > 0) over () as unknown_count,
           sum(total) over () as all_alerts, sum(new) over () as all_new,
           sum(sites) over () as all_sites,
           row_number() over (partition by total > 0 order by worst_new nulls last, worst, new desc, total desc,
                              unknown = 0, lower(name), key) as place
      from grouped)
  select key, customer_id as "customerId", case when customer_id is null then site_name end as "siteName",
         case when customer_id is null then controller_id end as "controllerId",
         sites as "siteCount", in_trouble as "sitesInTrouble", unknown as "sitesUnknown",
         nullif(unknown_reason, '') as "unknownReason", unread_since as "unreadSince", total as "alertCount", new as "newCount",
         (${severities})[worst_new] as "worstNew",
         critical, error, warning, info, since, latest, trouble_count::int as "troubleCount", attention_count::int as "attentionCount",
         quiet_count::int as "quietCount", unknown_count::int as "unknownCount",
         all_alerts::int as "allAlerts", all_new::int as "allNew", all_sites::int as "allSites", place::int as place
    from placed where place <= case when total > 0 then ?::int else ?::int end or place = 1
   order by total = 0, place`;

const worstAlerts = `
  with open_alert as materialized (${openAlerts})
  select key, array_agg(id order by place) as ids, coalesce(array_agg(id) filter (where is_new), '{}') as "newIds" from (
    select a.id, a.is_new, coalesce(s.customer_id::text, a.site_id) as key, row_number() over (
             partition by coalesce(s.customer_id::text, a.site_id)
             order by not a.is_new, ${rank}, a.since, a.id) as place
      from open_alert a left join team_site s on s.team_id = a.team_id and s.host_id = a.site_id
     where coalesce(s.customer_id::text, a.site_id) in (select json_array_elements_text(?::json))) placed
   where place <= ?::int group by key`;

/** Alerts of one type that make a surge. */
const leastOfSurge = 10;

/** Customers or sites whose alerts a surge counts. */
const placesInSurge = 2;

/**
 * SQL: the most pressing surge. Minutes in which many alerts of a type began form one if they are next to each other, or
 * one minute apart. Without enough new alerts, a surge ends half an hour after its latest one. Otherwise it stays for hours.
 */
const surges = `
  with open_alert as materialized (
    select a.type, a.since, a.team_id, a.controller_id, a.site_id, a.device_mac, a.site_name, a.severity,
           a.acknowledged_at, a.acknowledged_by_name, a.calm_since, ${isNew('?')} as is_new, date_trunc('minute', a.since) as minute
      from alert a where a.team_id = ? and a.resolved_at is null and a.since > now() - interval '12 hours'),
  concerned as materialized (select * from open_alert where is_new or acknowledged_at is not null),
  busy as (
    select type, minute, lag(minute) over (partition by type order by minute) as before from (
      select type, minute, count(*) as begun, max(count(*)) over (
               partition by type order by minute
               range between interval '5 minutes' preceding and interval '5 minutes' following) as most
        from concerned group by 1, 2) begun
     where begun >= 2 and begun * 10 >= most),
  surge as (
    select type, number, min(minute) as since, max(minute) + interval '1 minute' as until from (
      select type, minute, count(*) filter (where before is null or minute - before > interval '2 minutes')
               over (partition by type order by minute) as number
        from busy) numbered
     group by 1, 2),
  member as materialized (
    select a.*, u.number, s.customer_id, coalesce(s.customer_id::text, a.site_id) as key
      from surge u
      join concerned a on a.type = u.type and a.since >= u.since and a.since < u.until
      left join team_site s on s.team_id = a.team_id and s.host_id = a.site_id),
  pressing as (
    select a.type, a.number,
           case when count(distinct d.role) = 1 and count(d.role) = count(*) then min(d.role) end as "deviceRole",
           count(*)::int as "alertCount", (count(*) filter (where a.is_new))::int as "newCount",
           (${severities})[min(${rank}) filter (where a.is_new)] as "worstNew",
           count(distinct a.key)::int as "groupCount", count(distinct a.customer_id)::int as "customerCount",
           array_remove(array_agg(a.acknowledged_by_name), null) as "acknowledgers",
           min(a.since) as "from", max(a.since) as "to"
      from member a
      left join device d on d.controller_id = a.controller_id and d.host_id = a.site_id and d.mac = a.device_mac
     group by a.type, a.number
    having count(*) filter (where a.calm_since is null) >= ${leastOfSurge}
       and (max(a.since) > now() - interval '30 minutes' or count(*) filter (where a.is_new) >= ${leastOfSurge})
     order by count(*) filter (where a.is_new) >= ${leastOfSurge} desc, 4 desc, 1 limit 1)
  select p.type, p."deviceRole", p."alertCount", p."newCount", p."worstNew", p."groupCount", p."customerCount",
         p.acknowledgers, p."from", p."to", (
      select json_agg(json_build_object('name', name, 'alertCount', alerts) order by alerts desc, lower(name))
        from (select max(coalesce(k.name, a.site_name)) as name, count(*)::int as alerts
                from member a left join customer k on k.id = a.customer_id
               where a.type = p.type and a.number = p.number
               group by a.key order by 2 desc, lower(max(coalesce(k.name, a.site_name))) limit ${placesInSurge}) place
    ) as "mostAffected"
    from pressing p`;

/** People whom a surge names. */
const namedInSurge = 3;

/** The current surge, if any. Not looked for while too few alerts are open. */
export async function surgeOf(ctx: ViewerContext, { alertCount }: FleetOverview): Promise<AlertSurge | null> {
  if (alertCount < leastOfSurge) return null;
  const teamId = ctx.viewer.team.id;
  const covered = `{${(await coveredAlerts.value(ctx.em, teamId)).join(',')}}`;
  const columns = {
    type: tables.alert.type,
    deviceRole: orNull(tables.device.role),
    alertCount: int,
    newCount: int,
    groupCount: int,
    customerCount: int,
    worstNew: orNull(tables.alert.severity),
    mostAffected: json<AffectedGroup[]>(),
    acknowledgers: textsOf<string>(),
    from: tables.alert.since,
    to: tables.alert.since,
  };
  const [surge] = await queryRows(ctx.em, columns, surges, [covered, teamId]);
  chargeRows(ctx, surge?.alertCount ?? 0, rowsPerPoint.summedUp);
  if (!surge) return null;
  const { acknowledgers, deviceRole, from, to, ...counts } = surge;
  const byName = [...Map.groupBy(acknowledgers, (name) => name)];
  const acknowledgedBy = byName
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, namedInSurge)
    .map(([name]) => name);
  return {
    ...counts,
    deviceRole: deviceRole as DeviceRole | null,
    acknowledgedBy,
    from: new Date(from),
    to: new Date(to),
  };
}

/** Where the team's sites are in trouble, and where they are quiet or unknown. */
export async function fleetOverview(ctx: ViewerContext, args: FleetArgs): Promise<FleetOverview> {
  const found = await readFleet(ctx, ctx.viewer.team.id, { ...args, alerts: 3 });
  chargeRows(ctx, found.alertCount + found.siteCount, rowsPerPoint.summedUp);
  return found;
}

/** @param alerts how many of its worst alerts each group has */
export async function readFleet(
  { em, app }: Pick<ViewerContext, 'em' | 'app'>,
  teamId: string,
  { trouble, quiet, alerts }: FleetArgs & { alerts: number },
): Promise<FleetOverview> {
  const poll = app.config.pollIntervalSeconds;
  // A group of each kind is always read, because it carries the counts.
  const inMaintenanceIds = new Set(await coveredAlerts.value(em, teamId));
  const covered = `{${[...inMaintenanceIds].join(',')}}`;
  const values = [covered, teamId, poll, poll, teamId, teamId, trouble, quiet];
  const rows = await queryRows(em, groupColumns, groups, values);
  const { troubleCount, attentionCount, quietCount, unknownCount, allAlerts, allNew, allSites } =
    rows[0] ?? none;
  const wanted = rows.filter(({ alertCount, place }) => place <= (alertCount > 0 ? trouble : quiet));
  const keys = wanted.flatMap(({ key, alertCount }) => (alertCount > 0 ? [key] : []));
  const alertsByKey = await worstOf(em, [covered, teamId], keys, alerts);
  const ids = wanted.flatMap(({ customerId }) => customerId ?? []);
  const customers = await em.find(Customer, { team: teamId, id: { $in: ids } });
  const byId = new Map(customers.map((customer) => [customer.id, customer]));
  const found = wanted.map(({ customerId, since, latest, unreadSince, ...group }): FleetGroup => ({
    ...group,
    unreadSince: unreadSince ? new Date(unreadSince) : null,
    customer: (customerId && byId.get(customerId)) || null,
    since: since ? new Date(since) : null,
    latest: latest ? new Date(latest) : null,
    ...(alertsByKey.get(group.key) ?? { alerts: [], newIds: new Set() }),
  }));
  return {
    troubleCount,
    attentionCount,
    quietCount,
    unknownCount,
    alertCount: allAlerts,
    newCount: allNew,
    inMaintenanceCount: inMaintenanceIds.size,
    inMaintenanceIds,
    siteCount: allSites,
    trouble: found.filter(({ alertCount }) => alertCount > 0),
    quiet: found.filter(({ alertCount }) => alertCount === 0),
  };
}

const none = {
  troubleCount: 0,
  attentionCount: 0,
  quietCount: 0,
  unknownCount: 0,
  allAlerts: 0,
  allNew: 0,
  allSites: 0,
};

async function worstOf(
  em: EntityManager,
  [covered, teamId]: readonly [covered: string, teamId: string],
  keys: readonly string[],
  shown: number,
): Promise<Map<string, Pick<FleetGroup, 'alerts' | 'newIds'>>> {
  if (keys.length === 0) return new Map();
  const values = [covered, teamId, JSON.stringify(keys), shown];
  const rows = await queryRows(em, { key: text, ids: uuids, newIds: uuids }, worstAlerts, values);
  const found = await em.find(Alert, { team: teamId, id: { $in: rows.flatMap(({ ids }) => ids) } });
  const byId = new Map(found.map((alert) => [alert.id, alert]));
  return new Map(
    rows.map(({ key, ids, newIds }) => [
      key,
      { alerts: ids.flatMap((id) => byId.get(id) ?? []), newIds: new Set(newIds) },
    ]),
  );
}
