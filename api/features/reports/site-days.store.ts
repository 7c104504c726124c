import type { EntityManager } from '@mikro-orm/postgresql';
import { date, float, text } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { rolledUntil } from '../metrics/roll-up.job.ts';
import { allTags } from '../sites/team-sites.store.ts';
import { plannedWork, type PlannedSpan } from '../maintenance/planned-work.store.ts';
import type { DayTotals } from './figures.ts';
import { type Day, dayAfter, dayAt, daysBetween, monthAt, monthBefore } from '#api/lib/calendar-month.ts';
import { ReportProgress } from './report.entity.ts';

/** What reports need to know about a team. */
export interface ReportTeam {
  id: string;
  timeZone: string;
  /** Days for which its package keeps alerts. `null`: all. */
  retentionDays: number | null;
  /** When its first controller was added. `null`: it has none. */
  since: Date | null;
  isActive: boolean;
}

export interface SiteDayTotals extends DayTotals {
  day: string;
  hostId: string;
}

/**
 * SQL: what was measured on some days, by site. Parameters: the days and the planned work as JSON, the team, the sites as
 * JSON (`null`: all), the beginning and end of all days. The customer and tags of a site are those of now. An hour belongs to the day in which it begins. An hour that
 * planned work touches is left out as a whole, because it has only one sum. Two controllers may read the same device, of
 * which the one that saw more of it counts.
 */
const measured = `
  with day as (
    select * from json_to_recordset(?::json) as d (day date, "from" timestamptz, "until" timestamptz)),
  planned as materialized (
    select * from json_to_recordset(?::json)
      as p ("controllerId" uuid, "siteId" text, "deviceMac" text, "customerIds" uuid[], tags text[], places jsonb,
            "from" timestamptz, "until" timestamptz)),
  site as materialized (
    select s.host_id, s.customer_id, ${allTags} as tags
      from team_site s left join customer k on k.id = s.customer_id where s.team_id = ?),
  hour as materialized (
    select day.day, d.host_id, d.mac, d.id as device_id, h.at, h.observed_seconds as observed,
           h.online_seconds as online, exists (
             select from planned p
              where p."from" < h.at + interval '1 hour' and p."until" > h.at
                and coalesce(p."controllerId" = d.controller_id, true) and coalesce(p."siteId" = d.host_id, true)
                and coalesce(p."deviceMac" = d.mac, true)
                and (p.places = '[]' or exists (
                  select from jsonb_to_recordset(p.places) as q ("siteId" text, "deviceMac" text)
                   where q."siteId" = d.host_id and coalesce(q."deviceMac" = d.mac, true)))
                and (p."customerIds" = '{}' and p.tags = '{}'
                     or s.customer_id = any(p."customerIds") or s.tags && p.tags)) as is_planned
      from controller c
      join device d on d.controller_id = c.id
      left join site s on s.host_id = d.host_id
     cross join day
      join metrics.device_hour h on h.device_id = d.id and h.at >= day."from" and h.at < day."until"
     where c.team_id = ? and (?::jsonb is null or d.host_id in (select jsonb_array_elements_text(?::jsonb)))
       and h.at >= ? and h.at < ?),
  device as (
    select distinct on (day, host_id, mac) day, host_id, observed, online, planned from (
      select day, host_id, mac, device_id, sum(observed) as total,
             coalesce(sum(observed) filter (where not is_planned), 0) as observed,
             coalesce(sum(online) filter (where not is_planned), 0) as online,
             coalesce(sum(observed) filter (where is_planned), 0) as planned
        from hour group by 1, 2, 3, 4) as read
     order by day, host_id, mac, total desc),
  known as (
    select day, host_id, sum(seconds) as seconds from (
      select day, host_id, at, least(max(observed), 3600) as seconds from hour group by 1, 2, 3) as hours
     group by 1, 2)
  select day, host_id as "hostId", sum(observed)::float8 as observed, sum(online)::float8 as online,
         sum(planned)::float8 as planned, max(known.seconds)::float8 as measured
    from device join known using (day, host_id) group by 1, 2`;

function valuesOf(
  { id }: Pick<ReportTeam, 'id'>,
  days: readonly Day[],
  planned: readonly PlannedSpan[],
  hostIds: readonly string[] | null,
): unknown[] {
  const sites = hostIds && JSON.stringify(hostIds);
  return [
    JSON.stringify(days),
    JSON.stringify(planned),
    id,
    id,
    sites,
    sites,
    days[0]!.from,
    days.at(-1)!.until,
  ];
}

/** What was measured on some days, which follow each other, from the hourly sums. */
export function measureDays(
  em: EntityManager,
  team: ReportTeam,
  days: readonly Day[],
  planned: readonly PlannedSpan[],
  hostIds: readonly string[] | null,
): Promise<SiteDayTotals[]> {
  if (days.length === 0) return Promise.resolve([]);
  return queryRows(
    em,
    { day: date, hostId: text, observed: float, online: float, planned: float, measured: float },
    measured,
    valuesOf(team, days, planned, hostIds),
  );
}

/** The days that reports need and that are over, from the one after `storedUntil` on. */
export function daysToStore(team: ReportTeam, storedUntil: string | null, now: Date): Day[] {
  if (!team.since) return [];
  const { timeZone } = team;
  const today = dayAt(now, timeZone);
  const earliest = [`${monthBefore(monthAt(now, timeZone))}-01`, dayAt(team.since, timeZone)]
    .toSorted()
    .at(-1)!;
  const first = storedUntil ? dayAfter(storedUntil) : earliest;
  return daysBetween(first, today, timeZone).slice(0, -1);
}

/**
 * Adds up the next day of a team in a transaction of its own, once its last hour has been summed up. A killed or second run
 * doesn't change the result.
 * @returns whether there was one
 */
export function storeNextDay(em: EntityManager, team: ReportTeam, now: Date): Promise<boolean> {
  return em.transactional(async (tx) => {
    const progress = await lockProgress(tx, team);
    const [day] = daysToStore(team, progress, now);
    const rolled = (await rolledUntil(tx)) ?? now;
    if (!day || rolled < day.until) return false;
    const planned = await plannedWork(tx, team.id, day.from, day.until);
    await tx.execute(
      `insert into site_day (team_id, day, host_id, observed, online, planned, measured)
       select ?, m.* from (${measured}) m on conflict do nothing`,
      [team.id, ...valuesOf(team, [day], planned, null)],
      'run',
    );
    await tx.nativeUpdate(ReportProgress, { team: team.id }, { storedUntil: day.day });
    return true;
  });
}

/**
 * Lets one run at a time add up a team's days, until the end of the transaction.
 * @returns the last day that is stored, or null before the first
 */
export async function lockProgress(
  tx: EntityManager,
  { id }: Pick<ReportTeam, 'id'>,
): Promise<string | null> {
  await tx.execute('insert into report_progress (team_id) values (?) on conflict do nothing', [id], 'run');
  const [row] = await queryRows(
    tx,
    { storedUntil: tables.report_progress.stored_until },
    'select stored_until as "storedUntil" from report_progress where team_id = ? for update',
    [id],
  );
  return row?.storedUntil ?? null;
}
