import type { EntityManager } from '@mikro-orm/postgresql';
import { type RowOf, text } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { App } from '#api/config/app.ts';
import { daysAfter, dayOf, type Period } from './period.ts';
import { PlatformDay } from './analytics.entity.ts';
import { isRunning } from '../billing/subscription.entity.ts';
import { graceDays } from '../billing/sync/service-state.ts';

/**
 * Figures for each day of a period: recorded ones for past days, and otherwise computed from current rows.
 * @param period may start before there was any data
 */
export async function figuresOf(em: EntityManager, { from, to }: Period, now: Date): Promise<DayFigures[]> {
  const noted = await em.find(PlatformDay, { day: { $gte: from, $lte: to } }, { orderBy: { day: 'asc' } });
  const known = new Map(noted.map((one) => [one.day, figuresIn(one)]));
  const missing = firstMissing({ from, to }, known);
  const reckoned = missing ? await compute(em, missing, to, now) : [];
  for (const one of reckoned) if (!known.has(one.day)) known.set(one.day, one);
  return [...known.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

function figuresIn(noted: PlatformDay): DayFigures {
  const { day, users, activeSubscriptions, revenue, activeControllers, alerts } = noted;
  return { day, users, activeSubscriptions, revenue, activeControllers, alerts };
}

function firstMissing({ from, to }: Period, known: ReadonlyMap<string, unknown>): string | undefined {
  for (let day = from; day <= to; day = daysAfter(day, 1)) if (!known.has(day)) return day;
  return undefined;
}

/**
 * Records days that ended since the last recorded one. The first run only records the previous day, and
 * earlier days stay computed.
 */
async function recordDays(em: EntityManager, now: Date): Promise<void> {
  const yesterday = daysAfter(dayOf(now), -1);
  const [last] = await em.find(PlatformDay, {}, { orderBy: { day: 'desc' }, limit: 1 });
  const from = last ? daysAfter(last.day, 1) : yesterday;
  if (from > yesterday) return;
  const rows = await compute(em, from, yesterday, now);
  await em.upsertMany(PlatformDay, rows, { onConflictFields: ['day'], onConflictAction: 'ignore' });
}

/** Hourly job: records days that have ended. */
export async function recordPlatformDays({ orm }: App, _payload: Record<string, never>): Promise<void> {
  await recordDays(orm.em.fork(), new Date());
}

/** Figures at the end of a UTC day, or now for today. */
export type DayFigures = RowOf<typeof dayFigures>;

const dayFigures = {
  day: text,
  users: tables.platform_day.users,
  activeSubscriptions: tables.platform_day.active_subscriptions,
  /** Monthly revenue in the minor unit of each currency. */
  revenue: tables.platform_day.revenue,
  activeControllers: tables.platform_day.active_controllers,
  alerts: tables.platform_day.alerts,
};

/**
 * Computes figures per day from current rows, so deleted data is missing. A subscription counts from its
 * start until it ends, is suspended for a missed payment, or its grace period runs out. Its revenue counts
 * after its trial. Stripe's clock may be ahead of ours, so its future timestamps count as past.
 */
function compute(em: EntityManager, from: string, to: string, now: Date): Promise<DayFigures[]> {
  return queryRows(em, dayFigures, reckoning, [from, to, now]);
}

const utcDay = (moment: string) => `(${moment} at time zone 'utc')::date`;

/** Grace period after a missed payment. */
const grace = `interval '${graceDays} days'`;

const reckoning = `
  with given as (select ?::date as first, ?::date as last, ?::timestamptz as now),
  bought as (
    select case currency when 'GBP' then amount else 0 end as pounds,
           case currency when 'USD' then amount else 0 end as dollars,
           status <> 'trialing' as pays, ${utcDay('least(started_at, now)')} as began,
           ${utcDay('least(greatest(started_at, trial_end), now)')} as paid_from,
           ${utcDay('case when ended is not null then least(ended, now) end')} as over
      from given, lateral (
        select *, coalesce(ended_at,
                           case when not ${isRunning} then coalesce(past_due_since, trial_end, started_at)
                                when status = 'past_due' and past_due_since + ${grace} <= now then past_due_since + ${grace}
                           end) as ended
          from subscription) as sold
     where not lacks_card and status not in ('incomplete', 'incomplete_expired')),
  paying as (select * from bought where pays and (over is null or paid_from <= over)),
  changes (day, users, subscriptions, pounds, dollars) as (
    select ${utcDay('created_at')}, 1, 0, 0, 0 from "user", given where created_at <= now
    union all select began, 0, 1, 0, 0 from bought
    union all select over, 0, -1, 0, 0 from bought where over is not null
    union all select paid_from, 0, 0, pounds, dollars from paying
    union all select over, 0, 0, -pounds, -dollars from paying where over is not null),
  changed as (
    select greatest(day, first) as day, sum(users) as users, sum(subscriptions) as subscriptions, sum(pounds) as pounds,
           sum(dollars) as dollars
      from changes, given where day <= last group by 1),
  raised as (
    select ${utcDay('timestamp')} as day, count(*) as alerts from alert, given
     where timestamp >= first::timestamp at time zone 'utc' and timestamp < (last + 1)::timestamp at time zone 'utc' group by 1),
  read as (
    select day, count(*) as controllers from daily_measurement, given
     where day between first and last and day < ${utcDay('now')} group by day
    union all
    select ${utcDay('now')}, count(*) from controller, given where last_sync > now - interval '24 hours' group by now)
  select to_char(days.day, 'YYYY-MM-DD') as day,
         coalesce(sum(changed.users) over until, 0)::int as users,
         coalesce(sum(changed.subscriptions) over until, 0)::int as "activeSubscriptions",
         json_build_object('GBP', coalesce(sum(changed.pounds) over until, 0),
                           'USD', coalesce(sum(changed.dollars) over until, 0)) as revenue,
         coalesce(read.controllers, 0)::int as "activeControllers",
         coalesce(raised.alerts, 0)::int as alerts
    from given
    cross join lateral (select first + generate_series(0, last - first) as day) as days
    left join changed on changed.day = days.day
    left join raised on raised.day = days.day
    left join read on read.day = days.day
  window until as (order by days.day)
   order by days.day`;
