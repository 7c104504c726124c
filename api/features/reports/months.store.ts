import type { EntityManager } from '@mikro-orm/postgresql';
import { Temporal } from 'temporal-polyfill';
import { int, json, orNull, text, textsOf } from '#api/db/columns.ts';
import { isId } from '#api/db/id.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { AlertSeverity } from '../alerts/alert.enums.ts';
import { coversSite, type ScopedSite } from '../customers/site-scope.ts';
import { plannedWork } from '../maintenance/planned-work.store.ts';
import { rolledUntil } from '../metrics/roll-up.job.ts';
import { allTags } from '../sites/team-sites.store.ts';
import { type DayTotals, type Incident, listed, type SiteMonthFigures } from './figures.ts';
import { dayAt, monthAfter, monthAt, monthOf, type Day, type Month } from '#api/lib/calendar-month.ts';
import { ReportMonth, ReportProgress, type StoredSpan } from './report.entity.ts';
import { daysToStore, measureDays, type ReportTeam } from './site-days.store.ts';

/** The sites that a report is about. Without either it's about all of the team's. */
export interface ReportScope {
  customerId?: string | null;
  tag?: string | null;
}

/** What a report of some sites and a month is made from. */
export interface MonthFigures {
  month: Month;
  sites: SiteMonthFigures[];
  /** Seconds of each day of the month for which there can be measurements by now. */
  elapsed: number[];
  /** Planned work that covers any of the sites. */
  planned: StoredSpan[];
  /** End of the time that the figures cover. */
  until: Date;
  /** When the figures were stored. `null` while they still change. */
  madeAt: Date | null;
  /** When they will be stored. */
  finalAt: Date;
  /** Older alerts have been deleted. `null`: none of the month's. */
  alertsSince: Date | null;
  /** Whether days of the month are still to be added up. */
  isPreparing: boolean;
}

/** Time on the first day of the next month at which a month's report is stored and sent. */
const dueTime = '07:00';

/** When the figures of a month are stored. */
export function finalAt(name: string, timeZone: string): Date {
  const due = Temporal.PlainDateTime.from(`${monthAfter(name)}-01T${dueTime}`);
  return new Date(due.toZonedDateTime(timeZone).epochMilliseconds);
}

/** Facts about a team. @throws for an unknown one */
export async function reportTeam(em: EntityManager, teamId: string, now: Date): Promise<ReportTeam> {
  const [row] = await queryRows(
    em,
    {
      id: tables.team.id,
      timeZone: tables.team.time_zone,
      retentionDays: orNull(tables.package.data_retention_days),
      since: orNull(tables.controller.created_at),
      activeUntil: tables.team.active_until,
    },
    `select t.id, t.time_zone as "timeZone", p.data_retention_days as "retentionDays", t.active_until as "activeUntil",
            (select min(created_at) from controller where team_id = t.id) as since
       from team t left join package p on p.id = t.package_id where t.id = ?`,
    [teamId],
  );
  if (!row) throw new Error('The team of a report was deleted');
  return toReportTeam(row, now);
}

interface TeamRow {
  id: string;
  timeZone: string | null;
  retentionDays: number | null;
  since: string | null;
  activeUntil: string | null;
}

export const toReportTeam = ({ id, ...row }: TeamRow, now: Date): ReportTeam => ({
  id,
  timeZone: row.timeZone ?? 'UTC',
  retentionDays: row.retentionDays === null || row.retentionDays < 0 ? null : row.retentionDays,
  since: row.since ? new Date(row.since) : null,
  isActive: !row.activeUntil || new Date(row.activeUntil) > now,
});

/** The months that have a report, latest first. The current one always does. */
export async function monthsOf(
  em: EntityManager,
  team: ReportTeam,
  now: Date,
): Promise<{ month: string; isFinal: boolean }[]> {
  const rows = await queryRows(
    em,
    { month: text },
    `select month from report_month where team_id = ?
      union select distinct to_char(day, 'YYYY-MM') from site_day where team_id = ? order by 1`,
    [team.id, team.id],
  );
  const stored = await em.find(
    ReportMonth,
    { team: team.id },
    { fields: ['month'], disableIdentityMap: true },
  );
  const final = new Set(stored.map(({ month }) => month));
  const current = monthAt(now, team.timeZone);
  const months: { month: string; isFinal: boolean }[] = [];
  const [first] = [rows[0]?.month, firstDayOf(team, now)?.slice(0, 7), current].filter(Boolean).toSorted();
  for (let month = first!; month <= current; month = monthAfter(month))
    months.unshift({ month, isFinal: final.has(month) });
  return months;
}

const firstDayOf = (team: ReportTeam, now: Date): string | undefined => daysToStore(team, null, now)[0]?.day;

/**
 * The figures of a month: the stored ones, or for a month that isn't final, those of now.
 * @returns null for a month of which nothing is known
 */
export async function readMonth(
  em: EntityManager,
  team: ReportTeam,
  name: string,
  scope: ReportScope,
  now: Date,
): Promise<MonthFigures | null> {
  const stored = await em.findOne(ReportMonth, { team: team.id, month: name }, { disableIdentityMap: true });
  if (stored) return readStored(em, stored, scope);
  const known = await monthsOf(em, team, now);
  return known.some(({ month }) => month === name)
    ? measureMonth(em, team, monthOf(name, team.timeZone), scope, now)
    : null;
}

async function readStored(
  em: EntityManager,
  { month: name, timeZone, madeAt, alertsSince, planned, team }: ReportMonth,
  { customerId, tag }: ReportScope,
): Promise<MonthFigures> {
  const rows = await queryRows(
    em,
    { figures: json<SiteMonthFigures>() },
    `select figures from site_month where team_id = ? and month = ?
        and (?::text is null or figures->>'customerId' = ?) and (?::text is null or figures->'tags' @> to_jsonb(?::text))`,
    [team.id, name, customerId ?? null, customerId ?? null, tag ?? null, tag ?? null],
  );
  const month = monthOf(name, timeZone);
  const sites = rows.map(({ figures }) => figures);
  return {
    month,
    sites,
    elapsed: month.days.map((day) => secondsOf(day, month.until)),
    planned: planned.filter((span) => sites.some((site) => isCovered(site, span))),
    until: month.until,
    madeAt,
    finalAt: madeAt,
    alertsSince: alertsSince ?? null,
    isPreparing: false,
  };
}

/** Days that a report adds up itself. Those before are added up by a job within minutes. */
const mostMeasured = 3;

/** The figures of a month as they are now. */
export async function measureMonth(
  em: EntityManager,
  team: ReportTeam,
  month: Month,
  scope: ReportScope,
  now: Date,
): Promise<MonthFigures> {
  const progress = await em.findOne(ReportProgress, { team: team.id }, { disableIdentityMap: true });
  const storedUntil = progress?.storedUntil ?? null;
  const rolled = (await rolledUntil(em)) ?? now;
  const until = new Date(Math.min(Math.max(month.from.getTime(), rolled.getTime()), month.until.getTime()));
  const missing = month.days.filter(({ day, from }) => day > (storedUntil ?? '') && from < until);
  const pending = daysToStore(team, storedUntil, now).filter(
    ({ from }) => from >= month.from && from < until,
  );
  const planned = await plannedWork(em, team.id, month.from, until);
  const sites = await sitesOf(em, team.id, month, scope);
  const hostIds = sites.map(({ hostId }) => hostId);
  const recent = missing.slice(-mostMeasured);
  const days = new Map(hostIds.map((id) => [id, month.days.map((): DayTotals | null => null)]));
  const totals = [
    ...(await storedDays(em, team.id, month, hostIds)),
    ...(await measureDays(em, team, recent, planned, hostIds)),
  ];
  for (const { hostId, day, ...total } of totals) {
    const own = days.get(hostId);
    if (own) own[Number(day.slice(-2)) - 1] = total;
  }
  const alerts = await alertsOf(em, team.id, month, hostIds, now);
  return {
    month,
    sites: sites.map((site) => ({
      ...site,
      days: days.get(site.hostId)!,
      ...(alerts.get(site.hostId) ?? noAlerts()),
    })),
    elapsed: month.days.map((day) => secondsOf(day, until)),
    planned: planned
      .filter((span) => sites.some((site) => isCovered(site, span)))
      .map((span) => ({ ...span, from: span.from.toISOString(), until: span.until.toISOString() })),
    until,
    madeAt: null,
    finalAt: finalAt(month.name, team.timeZone),
    alertsSince: alertsSince(team, month, now),
    isPreparing: team.isActive && pending.length > mostMeasured,
  };
}

const secondsOf = ({ from, until }: Day, end: Date): number =>
  Math.max(0, Math.min(until.getTime(), end.getTime()) - from.getTime()) / 1000;

/** From when on the package keeps alerts, if it doesn't keep the whole month's. */
function alertsSince({ retentionDays }: ReportTeam, { from }: Month, now: Date): Date | null {
  if (retentionDays === null) return null;
  const since = new Date(now.getTime() - retentionDays * 86_400_000);
  return since > from ? since : null;
}

const isCovered = (
  site: Pick<SiteMonthFigures, 'hostId' | 'controllerId' | keyof ScopedSite>,
  { siteId, controllerId, customerIds = [], tags = [], places = [] }: Omit<StoredSpan, 'from' | 'until'>,
): boolean =>
  (!siteId || siteId === site.hostId) &&
  (!controllerId || controllerId === site.controllerId) &&
  (places.length === 0 || places.some((place) => place.siteId === site.hostId)) &&
  coversSite({ customerIds, tags }, site);

type Site = Pick<
  SiteMonthFigures,
  'hostId' | 'name' | 'controllerId' | 'customerId' | 'customerName' | 'tags'
>;

/** The sites that are monitored, or were in this month. */
function sitesOf(
  em: EntityManager,
  teamId: string,
  { from, until, days }: Month,
  { customerId, tag }: ReportScope,
): Promise<Site[]> {
  if (customerId && !isId(customerId)) return Promise.resolve([]);
  return queryRows(
    em,
    {
      hostId: tables.team_site.host_id,
      name: tables.team_site.name,
      controllerId: tables.team_site.controller_id,
      customerId: tables.team_site.customer_id,
      customerName: orNull(tables.customer.name),
      tags: textsOf<string[]>(),
    },
    `select s.host_id as "hostId", s.name, coalesce(watched.id, s.controller_id) as "controllerId",
            s.customer_id as "customerId", k.name as "customerName", ${allTags} as tags
       from team_site s
       left join customer k on k.id = s.customer_id
       left join lateral (
         select c.id from controller c
          where c.team_id = s.team_id and not c.over_limit
            and (c.selected_site_ids is null or s.host_id = any(c.selected_site_ids))
            and exists (select from device d where d.controller_id = c.id and d.host_id = s.host_id)
          order by c.selected_site_ids is null, c.created_at, c.id limit 1) watched on true
      where s.team_id = ? and (?::uuid is null or s.customer_id = ?)
        and (?::text is null or ${allTags} @> array[?::text])
        and (watched.id is not null
          or exists (select from site_day d
                      where d.team_id = s.team_id and d.host_id = s.host_id and d.day between ? and ?)
          or exists (select from alert a
                      where a.team_id = s.team_id and a.site_id = s.host_id and a.timestamp >= ? and a.timestamp < ?))
      order by lower(s.name), s.host_id`,
    [
      teamId,
      customerId ?? null,
      customerId ?? null,
      tag ?? null,
      tag ?? null,
      days[0]!.day,
      days.at(-1)!.day,
      from,
      until,
    ],
  );
}

function storedDays(em: EntityManager, teamId: string, { days }: Month, hostIds: readonly string[]) {
  const { day, host_id: hostId, observed, online, planned, measured } = tables.site_day;
  return queryRows(
    em,
    { day, hostId, observed, online, planned, measured },
    `select day, host_id as "hostId", observed, online, planned, measured from site_day
      where team_id = ? and day between ? and ? and host_id in (select json_array_elements_text(?::json))`,
    [teamId, days[0]!.day, days.at(-1)!.day, JSON.stringify(hostIds)],
  );
}

type AlertFigures = Pick<
  SiteMonthFigures,
  'raised' | 'planned' | 'acknowledged' | 'recovered' | 'incidents' | 'outage'
>;

const noAlerts = (): AlertFigures => ({
  raised: { critical: 0, error: 0, warning: 0, info: 0 },
  planned: 0,
  acknowledged: [],
  recovered: [],
  incidents: [],
  outage: null,
});

const counted = (severity: AlertSeverity | `${AlertSeverity}`) =>
  `(count(*) filter (where maintenance is null and severity = '${severity}'))::int as ${severity}`;

const secondsUntil = (column: string, condition: string) =>
  `coalesce(json_agg(round(extract(epoch from ${column} - "timestamp"))::int)
     filter (where maintenance is null and ${condition}), '[]')`;

/** An alert that ended because it's no longer monitored didn't recover. */
const counts = `
  select site_id as "hostId", ${counted('critical')}, ${counted('error')}, ${counted('warning')}, ${counted('info')},
         (count(*) filter (where maintenance is not null))::int as planned,
         ${secondsUntil('acknowledged_at', 'acknowledged_at >= "timestamp"')} as acknowledged,
         ${secondsUntil('resolved_at', `resolution = 'recovered'`)} as recovered
    from alert
   where team_id = ? and "timestamp" >= ? and "timestamp" < ? and site_id in (select json_array_elements_text(?::json))
   group by 1`;

/** Days before a month in which an alert that lasted into it can have been raised last. Open ones have no limit. */
const outageDays = 92;

/**
 * SQL: the longest alerts of each site without planned work: those raised in the month, and the one that tells the longest
 * outage. Parameters: the moment, the month's end, its beginning, the team, the month's beginning and end, the sites.
 */
const longest = (condition: string, most: number) => `
  select id, type, severity, device_name as "deviceName", device_mac as "deviceMac", site_id as "siteId",
         site_name as "siteName", since, ended as "resolvedAt", seconds from (
    select *, row_number() over (partition by site_id order by seconds desc, since) as place from (
      select *, case when resolved_at <= ? then resolved_at end as ended,
             extract(epoch from least(coalesce(resolved_at, ?), ?) - greatest(since, ?))::int as seconds
        from alert
       where team_id = ? and maintenance is null and ${condition}
         and site_id in (select json_array_elements_text(?::json))) as lasted
     where seconds >= 0) as placed
   where place <= ${most}`;

const raisedIn = longest('"timestamp" >= ? and "timestamp" < ?', listed);
const outages = longest(
  `type in ('device_offline', 'console_offline') and "timestamp" < ?
   and ("timestamp" >= ?::timestamptz - interval '${outageDays} days' or resolved_at is null)
   and (resolved_at is null or resolved_at > ?)`,
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

async function alertsOf(
  em: EntityManager,
  teamId: string,
  { from, until }: Month,
  hostIds: readonly string[],
  now: Date,
): Promise<Map<string, AlertFigures>> {
  const sites = JSON.stringify(hostIds);
  const end = now < until ? now : until;
  const lasting = [now, now, end, from, teamId];
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
    [teamId, from, until, sites],
  );
  const incidents = await queryRows(em, incidentColumns, raisedIn, [...lasting, from, until, sites]);
  const offline = await queryRows(em, incidentColumns, outages, [...lasting, until, from, from, sites]);
  const found = new Map<string, AlertFigures>();
  for (const { hostId, critical, error, warning, info, ...more } of rows)
    found.set(hostId, { ...noAlerts(), raised: { critical, error, warning, info }, ...more });
  const of = (hostId: string): AlertFigures => {
    if (!found.has(hostId)) found.set(hostId, noAlerts());
    return found.get(hostId)!;
  };
  for (const row of incidents) of(row.siteId).incidents.push(incidentOf(row));
  for (const row of offline) of(row.siteId).outage = incidentOf(row);
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

/** Sites whose figures are written by one statement. */
const batch = 200;

/**
 * Stores the figures of a month that is over, within the caller's transaction. From then on reports read these, and its days
 * are deleted.
 */
export async function storeMonth(
  em: EntityManager,
  team: ReportTeam,
  name: string,
  now: Date,
): Promise<MonthFigures> {
  const found = await measureMonth(em, team, monthOf(name, team.timeZone), {}, now);
  em.persist(
    em.assign(new ReportMonth(), {
      team: team.id,
      month: name,
      timeZone: team.timeZone,
      madeAt: now,
      alertsSince: found.alertsSince,
      planned: found.planned,
    }),
  );
  await em.flush();
  for (let from = 0; from < found.sites.length; from += batch)
    await em.execute(
      `insert into site_month (team_id, month, host_id, figures)
       select ?, ?, site->>'hostId', site from json_array_elements(?::json) site`,
      [team.id, name, JSON.stringify(found.sites.slice(from, from + batch))],
      'run',
    );
  await em.execute(
    'delete from site_day where team_id = ? and day between ? and ?',
    [team.id, found.month.days[0]!.day, found.month.days.at(-1)!.day],
    'run',
  );
  return { ...found, madeAt: now };
}

/** The months that are over and can be stored now, oldest first. */
export async function monthsToStore(em: EntityManager, team: ReportTeam, now: Date): Promise<string[]> {
  const progress = await em.findOne(ReportProgress, { team: team.id }, { disableIdentityMap: true });
  const months = await monthsOf(em, team, now);
  return months
    .filter(({ month, isFinal }) => !isFinal && month < monthAt(now, team.timeZone))
    .map(({ month }) => month)
    .filter((month) => now >= finalAt(month, team.timeZone))
    .filter(
      (month) =>
        (progress?.storedUntil ?? '') >=
        dayAt(new Date(monthOf(month, team.timeZone).until.getTime() - 1), team.timeZone),
    )
    .toReversed();
}
