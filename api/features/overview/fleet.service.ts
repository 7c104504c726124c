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

const columns = `a.id, a.severity, ${rank} as rank, a.since, ${isNew('?')} as is_new`;

/** The team's open alerts, and whether each is new, which is worked out once. */
const openAlerts = `
  select ${columns}, a.controller_id, a.site_id, a.site_name, true as is_home, true as is_counted
    from alert a where a.team_id = ? and a.resolved_at is null and a.type <> 'isp_outage'`;

/**
 * The outages of providers at the sites that they affect: each is one alert, and trouble at all of its sites. A customer with
 * several of them counts it once. One that is flapping and OK at the moment is listed where it began.
 */
const openOutages = `
  select ${columns}, coalesce(f.controller_id, a.controller_id) as controller_id, coalesce(f.host_id, a.site_id) as site_id,
         coalesce(f.name, a.site_name) as site_name,
         row_number() over (partition by a.id order by f.host_id) = 1 as is_home,
         row_number() over (partition by a.id, coalesce(fs.customer_id::text, f.host_id) order by f.host_id) = 1 as is_counted
    from alert a
    left join affected_site f on f.alert_id = a.id and f.until is null
    left join team_site fs on fs.team_id = a.team_id and fs.host_id = f.host_id
   where a.team_id = ? and a.resolved_at is null and a.type = 'isp_outage'`;

/** The open alerts of every site, added up before anything is joined to them, because there are many more alerts than sites. */
const alertsBySite = `
  select site_id, max(site_name) as site_name, any_value(controller_id) as controller_id, (count(*) filter (where is_counted))::int as total,
         (count(*) filter (where is_home))::int as home, (count(*) filter (where is_home and is_new))::int as home_new,
         (count(*) filter (where is_counted and is_new))::int as new, min(rank) filter (where is_new) as worst_new, min(rank) as worst,
         (count(*) filter (where is_counted and severity = 'critical'))::int as critical,
         (count(*) filter (where is_counted and severity = 'error'))::int as error,
         (count(*) filter (where is_counted and severity = 'warning'))::int as warning,
         (count(*) filter (where is_counted and severity = 'info'))::int as info,
         min(since) filter (where is_new) as since, max(since) filter (where is_new) as latest
    from (${openAlerts} union all ${openOutages} offset 0) open_alert group by site_id`;

/** Every site that is monitored or has open alerts. One with alerts may no longer be listed by any controller. */
const sites = `
  select coalesce(m.host_id, a.site_id) as host_id, coalesce(m.name, a.site_name) as name,
         coalesce(m.controller_id, a.controller_id) as controller_id, coalesce(m.customer_id, s.customer_id) as customer_id,
         m.host_id is not null as is_monitored, m.unknown_reason, m.unread_since, a.total, a.new, a.home, a.home_new, a.worst_new,
         a.worst, a.critical, a.error, a.warning, a.info, a.since, a.latest
    from (${monitoredSites}) m
    full join (${alertsBySite}) a on a.site_id = m.host_id
    left join team_site s on m.host_id is null and s.team_id = ? and s.host_id = a.site_id`;

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
};

/** The order of groups with open alerts, and of those without. */
const worstFirst = 'worst_new nulls last, worst, new desc, total desc, unknown = 0, lower(name), key';

/**
 * One statement, so that every count is of the same moment. Only the groups that are returned are sorted. One of each kind
 * always is, because it carries the counts. A group is a customer, or a site that has none.
 */
const groups = `
  with grouped as materialized (
    select coalesce(s.customer_id::text, s.host_id) as key, any_value(s.customer_id) as customer_id,
           max(coalesce(k.name, s.name)) as name, max(s.name) as site_name, any_value(s.controller_id) as controller_id,
           coalesce(nullif(count(*) filter (where s.is_monitored), 0), count(*))::int as sites,
           count(s.total)::int as in_trouble, count(s.unknown_reason)::int as unknown,
           max(s.unknown_reason) as unknown_reason, min(s.unread_since) as unread_since,
           coalesce(sum(s.total), 0)::int as total, coalesce(sum(s.new), 0)::int as new,
           coalesce(sum(s.home), 0)::int as home, coalesce(sum(s.home_new), 0)::int as home_new, min(s.worst_new) as worst_new,
           min(s.worst) as worst, coalesce(sum(s.critical), 0)::int as critical, coalesce(sum(s.error), 0)::int as error,
           coalesce(sum(s.warning), 0)::int as warning, coalesce(sum(s.info), 0)::int as info, min(s.since) as since,
           max(s.latest) as latest
      from (${sites}) s left join customer k on k.id = s.customer_id
     group by 1),
  counted as (
    select (count(*) filter (where total > 0))::int as "troubleCount",
           (count(*) filter (where new > 0))::int as "attentionCount",
           (count(*) filter (where total = 0))::int as "quietCount",
           (count(*) filter (where total = 0 and unknown > 0))::int as "unknownCount",
           sum(home)::int as "allAlerts", sum(home_new)::int as "allNew", sum(sites)::int as "allSites"
      from grouped)
  select key, customer_id as "customerId", case when customer_id is null then site_name end as "siteName",
         case when customer_id is null then controller_id end as "controllerId",
         sites as "siteCount", in_trouble as "sitesInTrouble", unknown as "sitesUnknown",
         nullif(unknown_reason, '') as "unknownReason", unread_since as "unreadSince", total as "alertCount", new as "newCount",
         (${severities})[worst_new] as "worstNew", critical, error, warning, info, since, latest, counted.*
    from ((select * from grouped where total > 0 order by ${worstFirst} limit greatest(?::int, 1))
          union all
          (select * from grouped where total = 0 order by ${worstFirst} limit greatest(?::int, 1))) shown, counted
   order by total = 0, ${worstFirst}`;

/** The worst open alerts of some groups. Their sites are found first, so that only their alerts are read and sorted. */
const worstAlerts = `
  with wanted as materialized (select json_array_elements_text(?::json) as key),
  wanted_site as materialized (
    select s.host_id, s.customer_id::text as key from team_site s
     where s.team_id = ? and s.customer_id::text in (select key from wanted)
    union all
    select w.key, w.key from wanted w
     where not exists (select from team_site s where s.team_id = ? and s.host_id = w.key and s.customer_id is not null))
  select key, array_agg(id order by place) as ids, coalesce(array_agg(id) filter (where is_new), '{}') as "newIds" from (
    select id, is_new, key, row_number() over (partition by key order by not is_new, rank, since, id) as place from (
      select distinct on (s.key, a.id) a.id, a.is_new, a.rank, a.since, s.key
        from wanted_site s cross join lateral (
               ${openAlerts} and a.site_id = s.host_id union all ${openOutages} and coalesce(f.host_id, a.site_id) = s.host_id offset 0) a) each
   ) placed
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
    select a.id, a.affected_count, a.type, a.since, a.team_id, a.controller_id, a.site_id, a.device_mac, a.site_name, a.severity,
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
    ) as "mostAffected", (
      select count(distinct (a.controller_id, f.mac))::int
        from member a join affected_device f on f.alert_id = a.id and f.until is null
       where a.type = p.type and a.number = p.number and a.affected_count is not null
         and not exists (select from open_alert o where o.controller_id = a.controller_id and o.device_mac = f.mac)
    ) as "affectedCount"
    from pressing p`;

/** People whom a surge names. */
const namedInSurge = 3;

/** The current surge, if any. Not looked for while too few alerts are open. */
export async function surgeOf(
  ctx: ViewerContext,
  { alertCount, inMaintenanceIds }: FleetOverview,
): Promise<AlertSurge | null> {
  if (alertCount < leastOfSurge) return null;
  const teamId = ctx.viewer.team.id;
  const covered = `{${[...inMaintenanceIds].join(',')}}`;
  const columns = {
    type: tables.alert.type,
    deviceRole: orNull(tables.device.role),
    alertCount: int,
    newCount: int,
    affectedCount: int,
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
  const inMaintenanceIds = new Set(await coveredAlerts.value(em, teamId));
  const covered = `{${[...inMaintenanceIds].join(',')}}`;
  const values = [poll, teamId, teamId, covered, teamId, covered, teamId, teamId, trouble, quiet];
  const rows = await queryRows(em, groupColumns, groups, values);
  const { troubleCount, attentionCount, quietCount, unknownCount, allAlerts, allNew, allSites } =
    rows[0] ?? none;
  const inTrouble = rows.filter(({ alertCount }) => alertCount > 0);
  const wanted = [...inTrouble.slice(0, trouble), ...rows.slice(inTrouble.length).slice(0, quiet)];
  const keys = wanted.flatMap(({ key, alertCount }) => (alertCount > 0 ? [key] : []));
  const ids = wanted.flatMap(({ customerId }) => customerId ?? []);
  const [alertsByKey, customers] = await Promise.all([
    worstOf(em, [covered, teamId], keys, alerts),
    em.find(Customer, { team: teamId, id: { $in: ids } }),
  ]);
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
  const values = [JSON.stringify(keys), teamId, teamId, covered, teamId, covered, teamId, shown];
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
