import type { EntityManager } from '@mikro-orm/postgresql';
import { date, float, text } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { runYielding } from '#api/lib/concurrency.ts';
import { rolledUntil } from '../metrics/roll-up.job.ts';
import { sitesOf } from '../sites/team-sites.store.ts';
import type { PlannedSpan } from '../maintenance/planned-coverage.ts';
import { plannedWork } from '../maintenance/planned-work.store.ts';
import { daysToStore, type ReportTeam } from './due-dates.ts';
import type { DayTotals } from './figures.ts';
import type { Day } from '#api/lib/calendar-month.ts';
import { plannedHours, type PlannedHours } from './planned-hours.ts';
import { ReportProgress } from './report.entity.ts';

export interface SiteDayTotals extends DayTotals {
  day: string;
  hostId: string;
}

/**
 * SQL: what was measured on some days, by site. Parameters: the days, the planned hours and the devices that have them as
 * JSON, the team, the sites as JSON (`null`: all), the beginning and end of all days. An hour belongs to the day in which it
 * begins. An hour that planned work touches is left out as a whole, because it has only one sum. Two controllers may read the
 * same device, of which the one that saw more of it counts.
 */
const measured = `
  with day as (
    select * from json_to_recordset(?::json) as d (day date, "from" timestamptz, "until" timestamptz)),
  planned as materialized (
    select p.plan, hour.at
      from json_to_recordset(?::json) as p (plan int, "from" timestamptz, "until" timestamptz)
     cross join generate_series(p."from", p."until" - interval '1 hour', '1 hour') as hour (at)),
  device_plan as materialized (select * from json_to_recordset(?::json) as d (id uuid, plan int)),
  hour as materialized (
    select day.day, d.host_id, d.mac, d.id as device_id, h.at, h.observed_seconds as observed,
           h.online_seconds as online, planned.plan is not null as is_planned
      from controller c
      join device d on d.controller_id = c.id
      left join device_plan on device_plan.id = d.id
     cross join day
      join metrics.device_hour h on h.device_id = d.id and h.at >= day."from" and h.at < day."until"
      left join planned on planned.plan = device_plan.plan and planned.at = h.at
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

async function valuesOf(
  em: EntityManager,
  { id }: Pick<ReportTeam, 'id'>,
  days: readonly Day[],
  planned: readonly PlannedSpan[],
  hostIds: readonly string[] | null,
): Promise<unknown[]> {
  const sites = hostIds && JSON.stringify(hostIds);
  const [from, until] = [days[0]!.from, days.at(-1)!.until];
  const { hours, devices } = await hoursOf(em, id, planned, sites, { from, until });
  const lists = [days, hours, devices].map((list) => JSON.stringify(list));
  return [...lists, id, sites, sites, from, until];
}

/** The planned hours of the team's devices at some sites. The customer and tags of a site are those of now. */
async function hoursOf(
  em: EntityManager,
  teamId: string,
  planned: readonly PlannedSpan[],
  sites: string | null,
  period: { from: Date; until: Date },
): Promise<PlannedHours> {
  const within = planned.filter(({ from, until }) => from < period.until && until > period.from);
  if (within.length === 0) return { hours: [], devices: [] };
  const { id, controller_id: controllerId, host_id: hostId, mac } = tables.device;
  const devices = await queryRows(
    em,
    { id, controllerId, hostId, mac },
    `select d.id, d.controller_id as "controllerId", d.host_id as "hostId", d.mac
       from device d join controller c on c.id = d.controller_id
      where c.team_id = ? and (?::jsonb is null or d.host_id in (select jsonb_array_elements_text(?::jsonb)))`,
    [teamId, sites, sites],
  );
  const known = new Map((await sitesOf(em, teamId)).map((site) => [site.hostId, site]));
  const siteAt = (host: string) => {
    const { customerId = null, tags = [] } = known.get(host) ?? {};
    return { customerId, tags };
  };
  return runYielding(plannedHours(within, devices, siteAt, period));
}

/** What was measured on some days, which follow each other, from the hourly sums. */
export async function measureDays(
  em: EntityManager,
  team: ReportTeam,
  days: readonly Day[],
  planned: readonly PlannedSpan[],
  hostIds: readonly string[] | null,
): Promise<SiteDayTotals[]> {
  if (days.length === 0) return [];
  return queryRows(
    em,
    { day: date, hostId: text, observed: float, online: float, planned: float, measured: float },
    measured,
    await valuesOf(em, team, days, planned, hostIds),
  );
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
      [team.id, ...(await valuesOf(tx, team, [day], planned, null))],
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
