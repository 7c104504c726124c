import { float, int, orNull } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Invalid } from '#api/lib/errors.ts';
import {
  type Analytics,
  type PeriodArgs,
  type AdminStats,
  CustomerOrder,
  type CustomerFigures,
  type CustomerFiguresArgs,
} from './analytics.ts';
import { figuresOf } from './platform-days.store.ts';
import { growthOf, leadingCurrency, revenuesOf, uptimeOf } from './figures.ts';
import { daysAfter, periodOf, type Period, dayOf, defaultDays } from './period.ts';
import { RunningInterval } from './analytics.entity.ts';
import { subscribersOf } from '../billing/subscribers.service.ts';
import { isRunning } from '../billing/subscription.entity.ts';

/** Maximum outages listed. */
const mostOutages = 100;

/** @throws Invalid for an invalid period */
export function periodFrom(args: PeriodArgs, now: Date): Period {
  const period = periodOf(args, now);
  if ('wrong' in period) throw new Invalid(period.wrong);
  return period;
}

/** The platform's figures for a period and each of its days. @throws Invalid for an invalid period */
export async function analytics({ em }: ViewerContext, args: PeriodArgs): Promise<Analytics> {
  const now = new Date();
  const { from, to } = periodFrom(args, now);
  const uptime = await uptimeSince(em, from, now);
  const all = await figuresOf(em, { from: daysAfter(from, -1), to }, now);
  const [before, ...days] = all;
  const last = days.at(-1)!;
  const revenues = revenuesOf(all);
  const { percent, minutes, outages } = uptime(from, to);
  return {
    from,
    to,
    totalUsers: last.users,
    userGrowth: growthOf(before!.users, last.users),
    activeSubscriptions: last.activeSubscriptions,
    ...leadingCurrency(revenues),
    revenues,
    systemUptime: percent,
    uptimeSince: uptime.since,
    measuredMinutes: minutes,
    outages: outages.toReversed().slice(0, mostOutages),
    totalAlerts: days.reduce((sum, { alerts }) => sum + alerts, 0),
    activeControllers: last.activeControllers,
    history: days.map(({ revenue, ...day }) => ({
      ...day,
      monthlyRevenue: (revenue.GBP ?? 0) / 100,
      monthlyRevenueUsd: (revenue.USD ?? 0) / 100,
      uptime: uptime(day.day, day.day).percent,
    })),
  };
}

/** Returns a function that computes uptime for days from `day` on. Today counts until now. */
async function uptimeSince(em: ViewerContext['em'], day: string, now: Date) {
  const orderBy = { began: 'asc' } as const;
  const [first] = await em.find(RunningInterval, {}, { orderBy, limit: 1 });
  const stretches = await em.find(RunningInterval, { until: { $gt: new Date(day) } }, { orderBy });
  const since = first?.began ?? null;
  const within = (from: string, to: string) => {
    const end = new Date(Math.min(Date.parse(daysAfter(to, 1)), now.getTime()));
    return uptimeOf(stretches, since, new Date(from), end);
  };
  return Object.assign(within, { since });
}

/** Figures of the admin dashboard: current values, and growth over the last 30 days. */
export async function adminStats({ em }: ViewerContext): Promise<AdminStats> {
  const now = new Date();
  const today = dayOf(now);
  const days = await figuresOf(em, { from: daysAfter(today, -defaultDays), to: today }, now);
  const [before, after] = [days[0]!, days.at(-1)!];
  const revenues = revenuesOf(days);
  const subscribers = await subscribersOf(em, now);
  return {
    days: days.map(({ day }) => day),
    totalUsers: after.users,
    userGrowth: growthOf(before.users, after.users),
    userHistory: days.map(({ users }) => users),
    activeSubscriptions: subscribers.active,
    subscribers,
    subscriptionGrowth: growthOf(before.activeSubscriptions, subscribers.active),
    subscriptionHistory: [...days.slice(0, -1).map((one) => one.activeSubscriptions), subscribers.active],
    ...leadingCurrency(revenues),
    revenues,
  };
}

/** Figures per customer, highest first. @throws Invalid for an invalid period */
export function customerFigures(
  { em }: ViewerContext,
  args: CustomerFiguresArgs,
): Promise<CustomerFigures[]> {
  const { from, to } = periodFrom(args, new Date());
  const { order, first, skip } = args;
  return queryRows(
    em,
    customerColumns,
    `${figures} order by ${orders[order]} team.name, team.id limit ? offset ?`,
    [from, to, first, skip],
  );
}

/** Currencies aren't compared. Pounds come before dollars. */
const orders: Record<CustomerOrder, string> = {
  [CustomerOrder.alerts]: 'coalesce(raised.alerts, 0) desc,',
  [CustomerOrder.revenue]: 'paid.currency nulls last, coalesce(paid.amount, 0) desc,',
  [CustomerOrder.controllers]: 'coalesce(watched.active, 0) desc, coalesce(watched.controllers, 0) desc,',
};

const customerColumns = {
  teamId: tables.team.id,
  name: tables.team.name,
  ownerId: orNull(tables.user.id),
  ownerEmail: orNull(tables.user.email),
  controllers: int,
  activeControllers: int,
  alerts: int,
  revenue: float,
  currency: orNull(tables.subscription.currency),
};

const figures = `
  with given as (select ?::date as first, ?::date as last),
  raised as (
    select team_id, count(*) as alerts from alert, given
     where timestamp >= first::timestamp at time zone 'utc' and timestamp < (last + 1)::timestamp at time zone 'utc'
     group by team_id),
  watched as (
    select team_id, count(*) as controllers, count(*) filter (where last_sync > now() - interval '24 hours') as active
      from controller group by team_id),
  paid as (
    select team_id, min(currency) as currency, sum(amount) filter (where status <> 'trialing') as amount
      from subscription where ${isRunning} and not lacks_card group by team_id)
  select team.id as "teamId", team.name, owner.id as "ownerId", owner.email as "ownerEmail",
         coalesce(watched.controllers, 0)::int as controllers, coalesce(watched.active, 0)::int as "activeControllers",
         coalesce(raised.alerts, 0)::int as alerts, coalesce(paid.amount, 0)::float as revenue, paid.currency
    from team
    left join lateral (
      select u.id, u.email from membership m join "user" u on u.id = m.user_id
       where m.team_id = team.id and m.role = 'owner' limit 1) owner on true
    left join raised on raised.team_id = team.id
    left join watched on watched.team_id = team.id
    left join paid on paid.team_id = team.id`;
