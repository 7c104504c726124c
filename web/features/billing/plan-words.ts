import type { Currency, PlanStandingFieldsFragment, SubscriptionState } from '#web/gql/graphql.ts';
import { formatMinorMoney, formatMoney, formatNumber } from '#web/lib/format.ts';
import type { State } from '#web/ui/StateIcon.tsx';
import { capitalize } from '#web/lib/sentence.ts';

type Limits = {
  maxControllers: number;
  maxDevices: number;
  maxAlertsPerMonth: number;
  dataRetentionDays: number;
};

const count = (most: number, noun: string) =>
  most < 0 ? `unlimited ${noun}s` : `${formatNumber(most)} ${noun}${most === 1 ? '' : 's'}`;

/** A package's limits: "up to 5 controllers and 100 devices". -1 is unlimited. */
export function impactOf({
  maxControllers,
  maxDevices,
}: Pick<Limits, 'maxControllers' | 'maxDevices'>): string {
  if (maxControllers < 0 && maxDevices < 0) return 'unlimited controllers and devices';
  const both = `${count(maxControllers, 'controller')} and ${count(maxDevices, 'device')}`;
  return maxControllers < 0 || maxDevices < 0 ? both : `up to ${both}`;
}

export const limitLines = (limits: Limits): string[] => [
  capitalize(impactOf(limits)),
  limits.maxAlertsPerMonth < 0
    ? 'Unlimited alerts'
    : `${count(limits.maxAlertsPerMonth, 'alert')} per month, plus all critical alerts`,
  limits.dataRetentionDays < 0 ? 'Unlimited history' : `${count(limits.dataRetentionDays, 'day')} of history`,
];

type Priced = { price: string; currency: Currency };

export const isFree = ({ price }: Pick<Priced, 'price'>): boolean => Number(price) === 0;

/** Monthly price from Stripe, or else from the price list. */
export function monthlyPrice(
  plan: Partial<Priced>,
  amount?: number | null,
  currency?: Currency | null,
): string {
  if (amount != null && currency) return formatMinorMoney(amount, currency, { short: true });
  return plan.price !== undefined && plan.currency ? formatMoney(plan.price, plan.currency) : '';
}

type Standing = Pick<PlanStandingFieldsFragment, 'state' | 'isActive' | 'paymentMethod'>;

/** Started but not bought: awaiting the first payment, or a card for the trial. */
export const isUnfinished = ({ state, paymentMethod }: Omit<Standing, 'isActive'>): boolean =>
  state === 'incomplete' || (state === 'trialing' && !paymentMethod);

/** A subscription exists in Stripe, so it is changed or paid, not created again. */
export const isLive = (
  plan: Pick<PlanStandingFieldsFragment, 'state' | 'paymentMethod' | 'stripeSubscriptionId'>,
): boolean => Boolean(plan.stripeSubscriptionId) && !isUnfinished(plan);

/** A step required before the package can change. */
export type First = { title: string; words: string; to: string; label: string };

/** The step required before the package can change. `undefined` if there is none. */
export function beforeChange({
  stripeSubscriptionId,
  cancelAt,
  pastDueSince,
}: Pick<PlanStandingFieldsFragment, 'stripeSubscriptionId' | 'cancelAt' | 'pastDueSince'>):
  First | undefined {
  if (!stripeSubscriptionId) return undefined;
  if (pastDueSince)
    return {
      title: 'A payment is overdue',
      words: 'You can change your package once it’s paid.',
      to: '/billing?open=pay',
      label: 'Pay now',
    };
  if (cancelAt)
    return {
      title: 'Your subscription is canceled',
      words:
        'To change the package, keep your subscription first. Or wait until it ends, then subscribe again.',
      to: '/billing',
      label: 'Go to Billing',
    };
  return undefined;
}

const looks: Record<SubscriptionState, { state: State; word: string }> = {
  trial: { state: 'info', word: 'Trial' },
  trialing: { state: 'ok', word: 'Subscribed (trial)' },
  active: { state: 'ok', word: 'Active' },
  free: { state: 'ok', word: 'Active' },
  incomplete: { state: 'warning', word: 'First payment due' },
  past_due: { state: 'critical', word: 'Payment overdue' },
  ended: { state: 'critical', word: 'Ended' },
  none: { state: 'info', word: 'No package' },
};

export function lookOf(plan: Standing & Pick<PlanStandingFieldsFragment, 'stripeSubscriptionId'>): {
  state: State;
  word: string;
} {
  // Still exists in Stripe, so paying resumes it.
  if (!plan.isActive) return isLive(plan) ? looks.past_due : looks.ended;
  if (plan.state === 'trialing' && isUnfinished(plan)) return { state: 'warning', word: 'Card required' };
  return looks[plan.state];
}

const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** Display name of a card brand. */
export const brandName = (brand: string): string => brands[brand] ?? 'Card';
