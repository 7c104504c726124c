import type { EntityManager } from '@mikro-orm/postgresql';
import { addJob } from '#api/jobs/queue.ts';
import type { Team } from '#api/features/teams/team.entity.ts';
import type { NetworkConsole } from '../unifi/network-state.ts';

/** Months before the current one that reports cover. */
const months = 2;

/**
 * What was measured at each site of the fleet on past days, as its past alerts and what is down tell, so that monthly reports
 * have figures. Six thousand devices have too many hours to write. In the caller's transaction, which has written sites,
 * alerts and what is down.
 */
export async function addPastDays(
  em: EntityManager,
  team: Team,
  consoles: readonly NetworkConsole[],
): Promise<void> {
  const sites = consoles.map(({ hostId, devices }) => ({ hostId, devices: devices.length }));
  await em.execute(days, [`${months} months`, JSON.stringify(sites), team.id, team.id, team.id], 'run');
  await em.execute(
    `insert into report_progress (team_id, stored_until) values (?, (now() at time zone 'utc')::date - 1)`,
    [team.id],
    'run',
  );
  await addJob(em, 'update-reports', { teamId: team.id });
}

/** On one day in a hundred a site couldn't be read for some hours. */
const days = `
  with day as (
    select d::date as day, d as begun from generate_series(
      date_trunc('month', now() at time zone 'utc') - ?::interval,
      date_trunc('day', now() at time zone 'utc') - interval '1 day', '1 day') as d),
  site as (select * from json_to_recordset(?::json) as s ("hostId" text, devices int)),
  outage as (
    select site_id, since, resolved_at as until from alert where team_id = ? and resolved_at is not null
    union all
    select d.host_id, d.state_since, now() from device d join controller c on c.id = d.controller_id
     where c.team_id = ? and d.state = 'offline'),
  down as (
    select site_id, d::date as day,
           sum(extract(epoch from least(until at time zone 'utc', d + interval '1 day')
                                  - greatest(since at time zone 'utc', d))) as seconds
      from outage cross join lateral generate_series(
        date_trunc('day', since at time zone 'utc'), until at time zone 'utc', '1 day') as d
     group by 1, 2)
  insert into site_day (team_id, day, host_id, observed, online, planned, measured)
  select ?, day.day, "hostId", known.seconds * devices,
         greatest(0, known.seconds * devices - coalesce(down.seconds, 0)), 0, known.seconds
    from site cross join day
   cross join lateral (
     select case when (hashtextextended("hostId" || day.day, 3) & 127) = 0 then 50400 else 86400 end as seconds) as known
    left join down on down.day = day.day and down.site_id = "hostId"`;
