import { Currency } from '../packages/package.entity.ts';
import { growthOf } from './growth.ts';
import type { DayFigures } from './reckon.ts';

type Money = Pick<DayFigures, 'revenue'>;

interface RevenueChange {
  currency: Currency;
  amount: number;
  growth: number | null;
}

/** The figure that stands for all of them: of the currency that most comes in; pounds where nothing does. */
export function leadingOf([most = { currency: Currency.GBP, amount: 0, growth: null }]: RevenueChange[]) {
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
