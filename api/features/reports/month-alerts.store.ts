import type { EntityManager } from '@mikro-orm/postgresql';
import { int, json, text } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { Month } from '#api/lib/calendar-month.ts';
import { runYielding } from '#api/lib/concurrency.ts';
import { paced } from '#api/lib/steps.ts';
import type { AlertSeverity } from '../alerts/alert.enums.ts';
import type { SiteLabels } from '../customers/site-limit.ts';
import { endOfWork, PlannedCoverages, type PlannedCoverage } from '../maintenance/planned-coverage.ts';
import { plannedWork } from '../maintenance/planned-work.store.ts';
import { sitesOf } from '../sites/team-sites.store.ts';
import { type Incident, mostIncidents, type SiteMonthFigures } from './figures.ts';

type AlertFigures = Pick<
  SiteMonthFigures,
  'raised' | 'planned' | 'acknowledged' | 'recovered' | 'incidents' | 'outage'
>;

export const noAlerts = (): AlertFigures => ({
  raised: { critical: 0, error: 0, warning: 0, info: 0 },
  planned: 0,
  acknowledged: [],
  recovered: [],
  incidents: [],
  outage: null,
});

/** An alert that was raised during planned work and outlasted it. From then on it's an incident. */
interface OutlastingIncident {
  id: string;
  from: Date;
}

/** Alerts that lasted into a month count if they were raised up to this many days before it. Open ones always count. */
const outageDays = 92;

/**
 * The alerts at some sites that were raised during planned work, outlasted it, and lasted into the month.
 * @param charge for the alerts that are looked at, which are read one by one
 */
async function outlastingIncidents(
  em: EntityManager,
  teamId: string,
  { from, until }: Month,
  sites: readonly (SiteLabels & { hostId: string })[],
  now: Date,
  charge: (alerts: number) => void = () => {},
): Promise<OutlastingIncident[]> {
  const { controller_id: controllerId, site_id: siteId, device_mac: deviceMac, resolved_at } = tables.alert;
  const alerts = await queryRows(
    em,
    {
      id: tables.alert.id,
      controllerId,
      siteId,
      deviceMac,
      raisedAt: tables.alert.timestamp,
      resolvedAt: resolved_at,
    },
    `select id, controller_id as "controllerId", site_id as "siteId", device_mac as "deviceMac",
            "timestamp" as "raisedAt", resolved_at as "resolvedAt"
       from alert
      where team_id = ? and maintenance is not null and "timestamp" < ?
        and ("timestamp" >= ?::timestamptz - interval '${outageDays} days' or resolved_at is null)
        and (resolved_at is null or resolved_at > ?) and site_id in (select json_array_elements_text(?::json))
      order by "timestamp"`,
    [teamId, until, from, from, JSON.stringify(sites.map(({ hostId }) => hostId))],
  );
  charge(alerts.length);
  if (alerts.length === 0) return [];
  const end = now < until ? now : until;
  const planned = new PlannedCoverages(await plannedWork(em, teamId, new Date(alerts[0]!.raisedAt), end));
  const bySite = new Map(sites.map((site) => [site.hostId, site]));
  const byPlace = new Map<string, PlannedCoverage[]>();
  const outlasting: OutlastingIncident[] = [];
  await runYielding(
    paced(alerts, ({ id, raisedAt, resolvedAt, ...place }) => {
      const key = JSON.stringify(place);
      const over = byPlace.get(key) ?? planned.over({ ...place, ...bySite.get(place.siteId)! });
      byPlace.set(key, over);
      // An alert whose window is no longer known stays planned.
      const ended = endOfWork(over, new Date(raisedAt));
      if (ended && ended < end && (!resolvedAt || new Date(resolvedAt) > ended))
        outlasting.push({ id, from: ended });
    }),
  );
  return outlasting;
}

/** The IDs of those that are incidents of the month, because the planned work ended in it. */
export async function outlastingAlertIds(
  em: EntityManager,
  teamId: string,
  month: Month,
  now: Date,
  charge?: (alerts: number) => void,
): Promise<string[]> {
  const outlasting = await outlastingIncidents(em, teamId, month, await sitesOf(em, teamId), now, charge);
  return outlasting.filter(({ from }) => from >= month.from).map(({ id }) => id);
}

/**
 * SQL: the team's alerts at some sites as a report sees them. One that outlasted the planned work in which it was raised was
 * raised and began when that was over. Parameters: those as JSON, the team, the sites, and what `condition` has.
 */
const seen = (condition: string) => `
  with outlasting as materialized (select * from json_to_recordset(?::json) as l (id uuid, "from" timestamptz)),
  seen as materialized (
    select a.id, a.type, a.severity, a.device_name, a.device_mac, a.site_id, a.site_name, a.acknowledged_at, a.resolved_at,
           a.resolution, a."timestamp", coalesce(outlasting."from", a."timestamp") as raised,
           coalesce(outlasting."from", a.since) as since, a.maintenance is null or outlasting.id is not null as is_incident
      from alert a left join outlasting on outlasting.id = a.id
     where a.team_id = ? and a.site_id in (select json_array_elements_text(?::json))
       and (${condition} or a.id = any(?::uuid[])))`;

const counted = (severity: AlertSeverity | `${AlertSeverity}`) =>
  `(count(*) filter (where is_counted and severity = '${severity}'))::int as ${severity}`;

const secondsUntil = (column: string, condition: string) =>
  `coalesce(json_agg(greatest(0, round(extract(epoch from ${column} - raised)))::int)
     filter (where is_counted and ${condition}), '[]')`;

/** An alert that ended because it's no longer monitored didn't recover. Parameters, last: the month's beginning and end. */
const counts = `${seen(`a."timestamp" >= ? and a."timestamp" < ?`)}
  select site_id as "hostId", ${counted('critical')}, ${counted('error')}, ${counted('warning')}, ${counted('info')},
         (count(*) filter (where not is_counted and is_raised))::int as planned,
         ${secondsUntil('acknowledged_at', 'acknowledged_at >= "timestamp"')} as acknowledged,
         ${secondsUntil('resolved_at', `resolution = 'recovered'`)} as recovered
    from (select seen.*, is_incident and raised >= month."from" and raised < month."until" as is_counted,
                 "timestamp" >= month."from" and "timestamp" < month."until" as is_raised
            from seen cross join (select ?::timestamptz as "from", ?::timestamptz as "until") month) as of_month
   where is_counted or is_raised
   group by 1`;

/**
 * SQL: the longest incidents of each site: those raised in the month, and the one with the longest outage. Parameters,
 * last: the moment, the month's end, its beginning, and its end and beginning again.
 */
const longest = (condition: string, which: string, most: number) => `${seen(condition)}
  select id, type, severity, device_name as "deviceName", device_mac as "deviceMac", site_id as "siteId",
         site_name as "siteName", since, ended as "resolvedAt", seconds from (
    select *, row_number() over (partition by site_id order by seconds desc, since) as place from (
      select *, case when resolved_at <= ? then resolved_at end as ended,
             extract(epoch from least(coalesce(resolved_at, ?), ?) - greatest(since, ?))::int as seconds
        from seen where is_incident and ${which}) as lasted
     where seconds >= 0) as placed
   where place <= ${most}`;

const raisedIn = longest(
  `a."timestamp" >= ? and a."timestamp" < ?`,
  'raised >= ? and raised < ?',
  mostIncidents,
);
const outages = longest(
  `a.type in ('device_offline', 'console_offline') and a."timestamp" < ?
   and (a."timestamp" >= ?::timestamptz - interval '${outageDays} days' or a.resolved_at is null)
   and (a.resolved_at is null or a.resolved_at > ?)`,
  `type in ('device_offline', 'console_offline')`,
  1,
);

const incidentColumns = {
  id: tables.alert.id,
  type: tables.alert.type,
  severity: tables.alert.severity,
  deviceName: tables.alert.device_name,
  deviceMac: tables.alert.device_mac,
  siteId: tables.alert.site_id,
  siteName: tables.alert.site_name,
  since: tables.alert.since,
  resolvedAt: tables.alert.resolved_at,
  seconds: int,
};

/** The alerts of a month at some sites, in figures, by `hostId`. A site without any is left out. */
export async function alertsOf(
  em: EntityManager,
  teamId: string,
  month: Month,
  sites: readonly (SiteLabels & { hostId: string })[],
  now: Date,
): Promise<Map<string, AlertFigures>> {
  const { from, until } = month;
  const outlasting = await outlastingIncidents(em, teamId, month, sites, now);
  const base = [JSON.stringify(outlasting), teamId, JSON.stringify(sites.map(({ hostId }) => hostId))];
  const ids = `{${outlasting.map(({ id }) => id).join(',')}}`;
  const lasting = [now, now, now < until ? now : until, from];
  const rows = await queryRows(
    em,
    {
      hostId: text,
      critical: int,
      error: int,
      warning: int,
      info: int,
      planned: int,
      acknowledged: json<number[]>(),
      recovered: json<number[]>(),
    },
    counts,
    [...base, from, until, ids, from, until],
  );
  const incidents = await queryRows(em, incidentColumns, raisedIn, [
    ...base,
    from,
    until,
    ids,
    ...lasting,
    from,
    until,
  ]);
  const offline = await queryRows(em, incidentColumns, outages, [
    ...base,
    until,
    from,
    from,
    ids,
    ...lasting,
  ]);
  const found = new Map<string, AlertFigures>();
  for (const { hostId, critical, error, warning, info, ...more } of rows)
    found.set(hostId, { ...noAlerts(), raised: { critical, error, warning, info }, ...more });
  const figuresAt = (hostId: string): AlertFigures => {
    if (!found.has(hostId)) found.set(hostId, noAlerts());
    return found.get(hostId)!;
  };
  for (const row of incidents) figuresAt(row.siteId).incidents.push(incidentOf(row));
  for (const row of offline) figuresAt(row.siteId).outage = incidentOf(row);
  return found;
}

type Row = Omit<Incident, 'alertId' | 'from' | 'until'> & {
  id: string;
  since: string;
  resolvedAt: string | null;
};

const incidentOf = ({ id, since, resolvedAt, ...row }: Row): Incident => ({
  ...row,
  alertId: id,
  from: new Date(since).toISOString(),
  until: resolvedAt && new Date(resolvedAt).toISOString(),
});
