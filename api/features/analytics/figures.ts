import { Currency } from '../packages/package.entity.ts';
import type { DayFigures } from './platform-days.store.ts';

/**
 * By how many percent something grew, to a tenth: (after − before) ÷ before. Null where there was nothing before: nothing
 * can be compared with nothing.
 */
export function growthOf(before: number, after: number): number | null {
  if (before <= 0) return null;
  return Math.round(((after - before) / before) * 1000) / 10;
}

type Money = Pick<DayFigures, 'revenue'>;

interface RevenueChange {
  currency: Currency;
  amount: number;
  growth: number | null;
}

/** The figure that stands for all of them: of the currency that most comes in; pounds where nothing does. */
export function leadingCurrency([
  most = { currency: Currency.GBP, amount: 0, growth: null },
]: RevenueChange[]) {
  return { monthlyRevenue: most.amount / 100, revenueGrowth: most.growth, currency: most.currency };
}

/** What comes in each month and how it changed, by currency: those in which something does or did, most first. */
export function revenuesOf(before: Money, after: Money): RevenueChange[] {
  return Object.values(Currency)
    .map((currency) => ({
      currency,
      was: before.revenue[currency] ?? 0,
      amount: after.revenue[currency] ?? 0,
    }))
    .filter(({ was, amount }) => was > 0 || amount > 0)
    .map(({ currency, was, amount }) => ({ currency, amount, growth: growthOf(was, amount) }))
    .toSorted((a, b) => b.amount - a.amount || (a.currency < b.currency ? -1 : 1));
}

const minute = 60_000;

/** Minutes without a break in which the product ran. */
export interface UptimeInterval {
  began: Date;
  until: Date;
}

interface Gap {
  from: Date;
  /** Null: it lasts. */
  until: Date | null;
}

export interface Uptime {
  /** Null: nothing was measured in the period. */
  percent: number | null;
  /** Minutes that were measured. */
  minutes: number;
  /** In the order of time. */
  outages: Gap[];
}

/**
 * Minutes in which the product ran ÷ minutes since the beginning of the period, or since it was first measured; the minute
 * that is not over yet counts nowhere. Cut after three digits, never rounded up: 100 means all of them.
 * @param stretches in the order of time, from the first there ever was that reaches into the period
 * @param first when the first minute ever was noted
 */
export function uptimeOf(
  stretches: readonly UptimeInterval[],
  first: Date | null,
  from: Date,
  to: Date,
): Uptime {
  const begin = first ? Math.max(from.getTime(), first.getTime()) : Infinity;
  const end = Math.floor(to.getTime() / minute) * minute;
  if (begin >= end) return { percent: null, minutes: 0, outages: [] };
  let up = 0;
  let reached = begin;
  const outages: Gap[] = [];
  for (const stretch of stretches) {
    const began = Math.max(stretch.began.getTime(), begin);
    const until = Math.min(stretch.until.getTime(), end);
    if (until <= began) continue;
    if (began > reached) outages.push({ from: new Date(reached), until: new Date(began) });
    up += until - began;
    reached = until;
  }
  if (reached < end) outages.push({ from: new Date(reached), until: null });
  const share = up / (end - begin);
  return { percent: Math.floor(share * 100_000) / 1000, minutes: (end - begin) / minute, outages };
}
