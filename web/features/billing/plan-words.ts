import type { Currency, SubscriptionState } from '#web/gql/graphql.ts';
import { minorMoney, money } from '#web/lib/money.ts';
import type { State } from '#web/ui/StateShape.tsx';

type Limits = {
  maxControllers: number;
  maxDevices: number;
  maxAlertsPerMonth: number;
  dataRetentionDays: number;
};

const count = (most: number, noun: string) =>
  most < 0 ? `any number of ${noun}s` : `${most.toLocaleString()} ${noun}${most === 1 ? '' : 's'}`;

/** How far a package reaches: "up to 5 controllers and 100 devices". -1 is unlimited. */
export function reachOf({
  maxControllers,
  maxDevices,
}: Pick<Limits, 'maxControllers' | 'maxDevices'>): string {
  if (maxControllers < 0 && maxDevices < 0) return 'unlimited controllers and devices';
  const both = `${count(maxControllers, 'controller')} and ${count(maxDevices, 'device')}`;
  return maxControllers < 0 || maxDevices < 0 ? both : `up to ${both}`;
}

/** What a package allows, a line each. */
export const limitLines = (limits: Limits): string[] => [
  capital(reachOf(limits)),
  limits.maxAlertsPerMonth < 0
    ? 'Unlimited alerts'
    : `${count(limits.maxAlertsPerMonth, 'alert')} a month, critical ones always`,
  limits.dataRetentionDays < 0
    ? 'History kept without end'
    : `History kept for ${count(limits.dataRetentionDays, 'day')}`,
];

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

type Priced = { price: string; currency: Currency };

export const isFree = ({ price }: Pick<Priced, 'price'>): boolean => Number(price) === 0;

/** What is paid for a month: as Stripe has it, or else as the price list says. */
export function monthlyPrice(
  plan: Partial<Priced>,
  amount?: number | null,
  currency?: Currency | null,
): string {
  if (amount != null && currency) return minorMoney(amount, currency, { short: true });
  return plan.price !== undefined && plan.currency ? money(plan.price, plan.currency) : '';
}

/** How a subscription stands, in a word. */
export const stateLooks: Record<SubscriptionState, { state: State; word: string }> = {
  trial: { state: 'info', word: 'Trial' },
  trialing: { state: 'ok', word: 'Subscribed, not charged yet' },
  active: { state: 'ok', word: 'Active' },
  free: { state: 'ok', word: 'Active' },
  incomplete: { state: 'warning', word: 'Waits for its first payment' },
  past_due: { state: 'critical', word: 'Payment missing' },
  ended: { state: 'critical', word: 'Ended' },
  none: { state: 'info', word: 'No package' },
};

/** Subscriptions at Stripe that are not over: they are changed, not begun anew. */
export const isLive = (state: SubscriptionState): boolean =>
  state === 'trialing' || state === 'active' || state === 'past_due';
