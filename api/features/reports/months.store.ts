import type { EntityManager } from '@mikro-orm/postgresql';
import { bool, json, orNull, text, textsOf } from '#api/db/columns.ts';
import { isId } from '#api/db/id.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { PlannedCoverages, type PlannedSpan } from '../maintenance/planned-coverage.ts';
import { plannedWork } from '../maintenance/planned-work.store.ts';
import { rolledUntil } from '../metrics/roll-up.job.ts';
import { allTags } from '../sites/team-sites.store.ts';
import { type Day, type Month, monthAfter, monthAt, monthOf } from '#api/lib/calendar-month.ts';
import { alertsSince, daysToStore, finalAt, monthsToStore, type ReportTeam } from './due-dates.ts';
import type { DayTotals, SiteMonthFigures } from './figures.ts';
import { alertsOf, noAlerts, outlastingAlertIds } from './month-alerts.store.ts';
import { ReportMonth, ReportProgress, type StoredSpan } from './report.entity.ts';
import { measureDays } from './site-days.store.ts';

/** The sites that a report is about. Without any it's about all of the team's. */
export interface ReportScope {
  customerId?: string | null;
  tag?: string | null;
  /** Only sites without a customer. */
  isUnassigned?: boolean;
}

/** What a report of some sites and a month is made from. */
export interface MonthFigures {
  month: Month;
  sites: SiteMonthFigures[];
  /** Seconds of each day of the month for which there can be measurements by now. */
  elapsed: number[];
  /** Planned work that covers any of the sites. */
  planned: PlannedSpan[];
  /** End of the time that uptimes cover. */
  until: Date;
  /** End of the time that incidents cover. It is later while the latest hour isn't summed up. */
  incidentsUntil: Date;
  /** When the figures were stored. `null` while they still change. */
  madeAt: Date | null;
  /** When they will be stored. */
  finalAt: Date;
  /** Older alerts have been deleted. `null`: none of the month's. */
  alertsSince: Date | null;
  /** Whether days of the month are still to be added up. */
  isPreparing: boolean;
}

/** The months that have a report, latest first. The current one always does. */
export async function monthsOf(
  em: EntityManager,
  team: ReportTeam,
  now: Date,
): Promise<{ month: string; isFinal: boolean }[]> {
  // All months from the first on have one. An index finds it, however many sites there are.
  const [known] = await queryRows(
    em,
    { first: orNull(text) },
    `select least((select min(month) from report_month where team_id = ?),
                  (select to_char(min(day), 'YYYY-MM') from site_day where team_id = ?)) as first`,
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
  const [first] = [known?.first, firstDayOf(team, now)?.slice(0, 7), current].filter(Boolean).toSorted();
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
  { customerId, tag, isUnassigned = false }: ReportScope,
): Promise<MonthFigures> {
  const rows = await queryRows(
    em,
    { figures: json<SiteMonthFigures>() },
    `select figures from site_month where team_id = ? and month = ?
        and (?::text is null or figures->>'customerId' = ?) and (not ?::boolean or figures->>'customerId' is null)
        and (?::text is null or figures->'tags' @> to_jsonb(?::text))`,
    [team.id, name, customerId ?? null, customerId ?? null, isUnassigned, tag ?? null, tag ?? null],
  );
  const month = monthOf(name, timeZone);
  const sites = rows.map(({ figures }) => figures);
  return {
    month,
    sites,
    elapsed: month.days.map((day) => secondsOf(day, month.until)),
    planned: new PlannedCoverages(planned.map(fromStored)).spansAt(sites),
    until: month.until,
    incidentsUntil: month.until,
    madeAt,
    finalAt: madeAt,
    alertsSince: alertsSince ?? null,
    isPreparing: false,
  };
}

const fromStored = ({ customerIds = [], tags = [], places = [], ...span }: StoredSpan): PlannedSpan => ({
  ...span,
  customerIds,
  tags,
  places,
  from: new Date(span.from),
  until: new Date(span.until),
});

const toStored = (span: PlannedSpan): StoredSpan => ({
  ...span,
  from: span.from.toISOString(),
  until: span.until.toISOString(),
});

/** Whether a site or customer of the team has a tag, or had it when one of these months was stored. */
export async function hadTag(
  { em, viewer }: Pick<ViewerContext, 'em' | 'viewer'>,
  tag: string,
  months: readonly string[],
): Promise<boolean> {
  const { id } = viewer.team;
  const [row] = await queryRows(
    em,
    { isKnown: bool },
    `select exists (select from team_site where team_id = ? and tags @> array[?::text])
         or exists (select from customer where team_id = ? and tags @> array[?::text])
         or exists (select from site_month where team_id = ? and month in (select json_array_elements_text(?::json))
                       and figures->'tags' @> to_jsonb(?::text)) as "isKnown"`,
    [id, tag, id, tag, id, JSON.stringify(months), tag],
  );
  return row?.isKnown ?? false;
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
  const alerts = await alertsOf(em, team.id, month, sites, now);
  return {
    month,
    sites: sites.map((site) => ({
      ...site,
      days: days.get(site.hostId)!,
      ...(alerts.get(site.hostId) ?? noAlerts()),
    })),
    elapsed: month.days.map((day) => secondsOf(day, until)),
    planned: new PlannedCoverages(planned).spansAt(sites),
    until,
    incidentsUntil: now < month.until ? now : month.until,
    madeAt: null,
    finalAt: finalAt(month.name, team.timeZone),
    alertsSince: alertsSince(team, month, now),
    isPreparing: team.isActive && pending.length > mostMeasured,
  };
}

const secondsOf = ({ from, until }: Day, end: Date): number =>
  Math.max(0, Math.min(until.getTime(), end.getTime()) - from.getTime()) / 1000;

type Site = Pick<
  SiteMonthFigures,
  'hostId' | 'name' | 'controllerId' | 'customerId' | 'customerName' | 'tags'
>;

/** The sites that are monitored, or were in this month. */
function sitesOf(
  em: EntityManager,
  teamId: string,
  { from, until, days }: Month,
  { customerId, tag, isUnassigned = false }: ReportScope,
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
        and (not ?::boolean or s.customer_id is null)
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
      isUnassigned,
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
      planned: found.planned.map(toStored),
      outlasting: await outlastingAlertIds(em, team.id, found.month, now),
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

/** The months that can be stored now, oldest first. */
export async function nextMonths(em: EntityManager, team: ReportTeam, now: Date): Promise<string[]> {
  const progress = await em.findOne(ReportProgress, { team: team.id }, { disableIdentityMap: true });
  return monthsToStore(team, await monthsOf(em, team, now), progress?.storedUntil ?? null, now);
}
