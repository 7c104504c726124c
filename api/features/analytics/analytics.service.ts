import type { CustomerContext } from '#api/graphql/context.ts';
import { Invalid } from '#api/lib/errors.ts';
import type { Analytics } from './analytics.ts';
import { figuresOf } from './figures.service.ts';
import { growthOf } from './growth.ts';
import type { PeriodArgs } from './period.args.ts';
import { daysAfter, periodOf, type Period } from './period.ts';
import { leadingOf, revenuesOf } from './revenues.ts';
import { UpStretch } from './up-stretch.entity.ts';
import { uptimeOf } from './uptime.ts';

/** Outages that are listed. */
const mostOutages = 100;

/** @throws Invalid for a period that there is not */
export function meant(args: PeriodArgs, now: Date): Period {
  const period = periodOf(args, now);
  if ('wrong' in period) throw new Invalid(period.wrong);
  return period;
}

/** Every figure of the platform over a period, and each of its days. @throws Invalid for the period */
export async function analytics({ em }: CustomerContext, args: PeriodArgs): Promise<Analytics> {
  const now = new Date();
  const { from, to } = meant(args, now);
  const uptime = await uptimeSince(em, from, now);
  const all = await figuresOf(em, { from: daysAfter(from, -1), to }, now);
  const [before, ...days] = all;
  const last = days.at(-1)!;
  const revenues = revenuesOf(before!, last);
  const { percent, minutes, outages } = uptime(from, to);
  return {
    from,
    to,
    totalUsers: last.users,
    userGrowth: growthOf(before!.users, last.users),
    activeSubscriptions: last.activeSubscriptions,
    ...leadingOf(revenues),
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

/** Answers how much of some days from `day` on the product ran; the day that is not over until now. */
async function uptimeSince(em: CustomerContext['em'], day: string, now: Date) {
  const orderBy = { began: 'asc' } as const;
  const [first] = await em.find(UpStretch, {}, { orderBy, limit: 1 });
  const stretches = await em.find(UpStretch, { until: { $gt: new Date(day) } }, { orderBy });
  const since = first?.began ?? null;
  const within = (from: string, to: string) => {
    const end = new Date(Math.min(Date.parse(daysAfter(to, 1)), now.getTime()));
    return uptimeOf(stretches, since, new Date(from), end);
  };
  return Object.assign(within, { since });
}
