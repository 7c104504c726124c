import type { EntityManager } from '@mikro-orm/postgresql';
import { bool, date, float, int, orNull } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { zoneOf, type ViewerContext } from '#api/graphql/context.ts';
import { chargeRows, rowsPerPoint } from '#api/security/request-rate/row-cost.ts';
import type { AlertTrends, FirstSteps, PollFreshness } from './fleet.types.ts';

/** SQL: the median seconds between raising an alert and another of its times. */
const medianUntil = (column: string, condition: string) =>
  `percentile_cont(0.5) within group (order by extract(epoch from ${column} - "timestamp")) filter (where ${condition})`;
const medianUntilAcknowledged = (condition = 'true') =>
  medianUntil('acknowledged_at', `acknowledged_at >= "timestamp" and ${condition}`);
/** An alert that ended because it's no longer monitored didn't recover. */
const medianUntilRecovered = (condition = 'true') =>
  medianUntil('resolved_at', `resolution = 'recovered' and ${condition}`);

/** How the alerts of the latest days came and went, in the viewer's time zone. */
export async function alertTrends(ctx: ViewerContext, days: number): Promise<AlertTrends> {
  const { em, viewer } = ctx;
  const zone = zoneOf(ctx);
  const today = `(now() at time zone ?)::date`;
  const rows = await queryRows(
    em,
    { day: date, raised: int, secondsToAcknowledge: orNull(float), secondsToRecover: orNull(float) },
    `with alert as (
       select *, ("timestamp" at time zone ?)::date as day from alert
        where team_id = ? and "timestamp" >= now() - make_interval(days => ? + 1))
     select days::date as day, count(alert.id)::int as raised,
            ${medianUntilAcknowledged()} as "secondsToAcknowledge", ${medianUntilRecovered()} as "secondsToRecover"
       from generate_series(${today} - ?::int + 1, ${today}, interval '1 day') days
       left join alert on alert.day = days::date group by 1 order by 1`,
    [zone, viewer.team.id, days, zone, days, zone],
  );
  const [total] = await queryRows(
    em,
    { raisedBefore: int, raised: int, secondsToAcknowledge: orNull(float), secondsToRecover: orNull(float) },
    `with alert as (
       select *, ("timestamp" at time zone ?)::date > ${today} - ?::int as is_recent from alert
        where team_id = ? and "timestamp" >= now() - make_interval(days => 2 * ? + 1)
          and ("timestamp" at time zone ?)::date > ${today} - 2 * ?::int)
     select (count(*) filter (where not is_recent))::int as "raisedBefore",
            (count(*) filter (where is_recent))::int as raised,
            ${medianUntilAcknowledged('is_recent')} as "secondsToAcknowledge",
            ${medianUntilRecovered('is_recent')} as "secondsToRecover"
       from alert`,
    [zone, zone, days, viewer.team.id, days, zone, zone, days],
  );
  chargeRows(ctx, total!.raised + total!.raisedBefore, rowsPerPoint.summedUp);
  return { ...total!, days: rows };
}

/** What the team has set up so far. */
export async function firstSteps({ em, viewer }: ViewerContext): Promise<FirstSteps> {
  const [steps] = await queryRows(
    em,
    { hasController: bool, hasChannel: bool, hasDelivered: bool, hasColleague: bool },
    `select exists (select from controller where team_id = t.id) as "hasController",
            exists (select from integration where team_id = t.id and made_from is null and is_active) as "hasChannel",
            exists (select from integration where team_id = t.id and last_delivered_at is not null) as "hasDelivered",
            (select count(*) > 1 from membership where team_id = t.id)
              or exists (select from invitation where team_id = t.id) as "hasColleague"
       from team t where t.id = ?`,
    [viewer.team.id],
  );
  return steps!;
}

/** Late controllers that are named. */
const named = 5;

export const pollFreshness = ({ em, viewer, app }: ViewerContext): Promise<PollFreshness> =>
  freshnessOf(em, viewer.team.id, app.config.pollIntervalSeconds);

/** How many controllers have been read recently. Those beyond the package's limit aren't read at all. */
export async function freshnessOf(
  em: EntityManager,
  teamId: string,
  pollSeconds: number,
): Promise<PollFreshness> {
  const rows = await queryRows(
    em,
    {
      id: tables.controller.id,
      name: tables.controller.name,
      lastSync: tables.controller.last_sync,
      reason: tables.controller.status_reason,
      late: int,
      fresh: int,
      oldest: orNull(tables.controller.last_sync),
      isLate: bool,
    },
    `select id, name, last_sync as "lastSync", status_reason as reason, is_late as "isLate",
            (count(*) filter (where is_late) over ())::int as late,
            (count(*) filter (where not is_late) over ())::int as fresh, min(last_sync) over () as oldest
       from (select *, status = 'error' or last_sync is null
                       or last_sync < now() - make_interval(secs => 2 * coalesce(poll_seconds, ?) + 30) as is_late
               from controller where team_id = ? and not over_limit) read
      order by is_late desc, last_sync nulls first, name limit ${named}`,
    [pollSeconds, teamId],
  );
  const [first] = rows;
  const dateOf = (written: string | null) => (written ? new Date(written) : null);
  return {
    fresh: first?.fresh ?? 0,
    late: first?.late ?? 0,
    oldest: dateOf(first?.oldest ?? null),
    lateControllers: rows
      .filter(({ isLate }) => isLate)
      .map(({ id, name, lastSync, reason }) => ({ id, name, reason, lastSync: dateOf(lastSync) })),
  };
}
