import type { Currency, PlanStandingFieldsFragment, SubscriptionState } from '#web/gql/graphql.ts';
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

type Standing = Pick<PlanStandingFieldsFragment, 'state' | 'isActive' | 'paymentMethod'>;

/** Begun, and nothing bought yet: its first payment is missing, or the card of its trial. */
export const isUnfinished = ({ state, paymentMethod }: Omit<Standing, 'isActive'>): boolean =>
  state === 'incomplete' || (state === 'trialing' && !paymentMethod);

/** There is a subscription at Stripe that is not over: it is changed or paid, not begun anew. */
export const isLive = (
  plan: Pick<PlanStandingFieldsFragment, 'state' | 'paymentMethod' | 'stripeSubscriptionId'>,
): boolean => Boolean(plan.stripeSubscriptionId) && !isUnfinished(plan);

/** What comes before a change of package, which is refused until then. */
export type First = { title: string; words: string; to: string; label: string };

/** What comes before a change of package; nothing where it can be changed. */
export function beforeChange({
  stripeSubscriptionId,
  cancelAt,
  pastDueSince,
}: Pick<PlanStandingFieldsFragment, 'stripeSubscriptionId' | 'cancelAt' | 'pastDueSince'>):
  First | undefined {
  if (!stripeSubscriptionId) return undefined;
  if (pastDueSince)
    return {
      title: 'A payment is missing',
      words: 'The package can be changed as soon as it is paid.',
      to: '/billing?open=pay',
      label: 'Pay now',
    };
  if (cancelAt)
    return {
      title: 'Your subscription is cancelled',
      words: 'Keep it first: then the package can be changed. Or wait for its end, and subscribe anew.',
      to: '/billing',
      label: 'Go to Billing',
    };
  return undefined;
}

const looks: Record<SubscriptionState, { state: State; word: string }> = {
  trial: { state: 'info', word: 'Trial' },
  trialing: { state: 'ok', word: 'Subscribed, trial' },
  active: { state: 'ok', word: 'Active' },
  free: { state: 'ok', word: 'Active' },
  incomplete: { state: 'warning', word: 'First payment missing' },
  past_due: { state: 'critical', word: 'Payment missing' },
  ended: { state: 'critical', word: 'Ended' },
  none: { state: 'info', word: 'No package' },
};

/** How a subscription stands, in a word. */
export function lookOf(plan: Standing & Pick<PlanStandingFieldsFragment, 'stripeSubscriptionId'>): {
  state: State;
  word: string;
} {
  // Not over at Stripe: paying goes on with it.
  if (!plan.isActive) return isLive(plan) ? looks.past_due : looks.ended;
  if (plan.state === 'trialing' && isUnfinished(plan)) return { state: 'warning', word: 'Card missing' };
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

/** Who made a card, as people say it. */
export const brandName = (brand: string): string => brands[brand] ?? 'Card';
