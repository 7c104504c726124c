import { Currency } from '../packages/package.entity.ts';
import type { DayFigures } from './platform-days.store.ts';

/** Growth in percent with one decimal: (after − before) ÷ before. `null` if before was zero. */
export function growthOf(before: number, after: number): number | null {
  if (before <= 0) return null;
  return Math.round(((after - before) / before) * 1000) / 10;
}

type Money = Pick<DayFigures, 'revenue'>;

interface RevenueChange {
  currency: Currency;
  amount: number;
  growth: number | null;
  history: number[];
}

/** The headline figure: the currency with the highest revenue, or pounds if there is none. */
export function leadingCurrency([
  most = { currency: Currency.GBP, amount: 0, growth: null, history: [] },
]: RevenueChange[]) {
  return { monthlyRevenue: most.amount / 100, revenueGrowth: most.growth, currency: most.currency };
}

/**
 * Monthly revenue over these days and its growth by currency, highest first. Leaves out currencies without
 * revenue on the first and last day.
 */
export function revenuesOf(days: readonly Money[]): RevenueChange[] {
  return Object.values(Currency)
    .map((currency) => {
      const history = days.map(({ revenue }) => revenue[currency] ?? 0);
      return { currency, history, was: history[0] ?? 0, amount: history.at(-1) ?? 0 };
    })
    .filter(({ was, amount }) => was > 0 || amount > 0)
    .map(({ was, ...one }) => ({ ...one, growth: growthOf(was, one.amount) }))
    .toSorted((a, b) => b.amount - a.amount || (a.currency < b.currency ? -1 : 1));
}

const minute = 60_000;

/** An uninterrupted period in which the platform was up. */
export interface UptimeInterval {
  began: Date;
  until: Date;
}

interface Gap {
  from: Date;
  /** `null` if ongoing. */
  until: Date | null;
}

export interface Uptime {
  /** `null` if nothing was measured in the period. */
  percent: number | null;
  /** Number of measured minutes. */
  minutes: number;
  /** In chronological order. */
  outages: Gap[];
}

/**
 * Uptime: minutes up ÷ minutes since the start of the period or of measuring. The current minute doesn't
 * count. Truncated to three decimals and never rounded up, so that 100 means all minutes. @param stretches in
 * chronological order, from the first one that reaches into the period @param first when the first minute
 * ever was recorded
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
