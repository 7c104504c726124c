import type { Currency } from '#web/gql/graphql.ts';

/** How the figures of the platform are computed. */
export const formulas = {
  users:
    'Total Users = accounts at the end of the period. User Growth = (accounts at the end − accounts before the period) ÷ accounts before the period.',
  subscriptions:
    'Active Subscriptions = Stripe subscriptions that are paid, in their grace period, or in a trial with a card.',
  revenue:
    'Monthly Revenue = monthly price of all active subscriptions after their trial. Each currency is counted separately and never converted.',
  revenueGrowth:
    'Revenue Growth = (revenue at the end − revenue before the period) ÷ revenue before the period.',
  uptime:
    'System Uptime = minutes in which the platform was up ÷ minutes since the start of the period or of measuring. A minute counts if at least one web node could write to the database. Never rounded up.',
  alerts:
    'Total Alerts Processed = alerts opened for all customers in the period, including those deleted since.',
  controllers:
    'Active Controllers = controllers that responded on the last day of the period, or in the last 24 hours if it ends today.',
};

export const moneyWords: Record<Currency, string> = { GBP: 'pounds', USD: 'dollars' };

type Revenue = { currency: Currency; amount: number; growth: number | null; history?: readonly number[] };

/**
 * A figure for each currency with revenue, always in the same order. The label names the currency if there are several.
 * @param usual shown with zero if there is no revenue
 */
export function byCurrency(usual: Currency, revenues: readonly Revenue[]) {
  const all: readonly Revenue[] =
    revenues.length > 0 ? revenues : [{ currency: usual, amount: 0, growth: null }];
  return all
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
    .map((one) => ({ ...one, label: all.length > 1 ? ` (${one.currency})` : '' }));
}
