import type { CustomerContext } from '#api/graphql/context.ts';
import { subscribersOf } from '../billing/subscribers.service.ts';
import type { AdminStats } from './admin-stats.ts';
import { figuresOf } from './figures.service.ts';
import { growthOf } from './growth.ts';
import { dayOf, daysAfter, usualDays } from './period.ts';
import { leadingOf, revenuesOf } from './revenues.ts';

/** The figures of the admin dashboard: what is there now, and how it grew in the last 30 days. */
export async function adminStats({ em }: CustomerContext): Promise<AdminStats> {
  const now = new Date();
  const today = dayOf(now);
  const days = await figuresOf(em, { from: daysAfter(today, -usualDays), to: today }, now);
  const [before, after] = [days[0]!, days.at(-1)!];
  const revenues = revenuesOf(before, after);
  const subscribers = await subscribersOf(em, now);
  return {
    totalUsers: after.users,
    userGrowth: growthOf(before.users, after.users),
    activeSubscriptions: subscribers.active,
    subscribers,
    subscriptionGrowth: growthOf(before.activeSubscriptions, subscribers.active),
    ...leadingOf(revenues),
    revenues,
  };
}
