import { Conflict, Invalid } from '#api/lib/errors.ts';
import { Currency, type Package, minorUnits } from '../packages/package.entity.ts';
import type { Stripe } from 'stripe';
import { type Team, endOfTrial, trialDays } from '../teams/team.entity.ts';

/** A price as it is at Stripe: what a month costs is what stands there. */
export interface StripePrice {
  id: string;
  currency: Currency;
  /** Of a month, in the smallest unit of `currency`. */
  amount: number;
}

/** Whether it costs nothing: then Stripe has nothing to do with it. */
export function isFree({ price }: Pick<Package, 'price'>): boolean {
  return minorUnits(price) === 0;
}

/** The id of a package's price in a currency. */
export function priceIdOf(plan: Package, currency: Currency): string | null {
  return (currency === Currency.GBP ? plan.stripePriceId : plan.stripePriceIdUsd) ?? null;
}

/** The currencies that a package can be paid in, its own first. */
export function currenciesOf(plan: Package): Currency[] {
  const others = Object.values(Currency).filter((currency) => currency !== plan.currency);
  return [plan.currency, ...others].filter((currency) => priceIdOf(plan, currency));
}

/** The currency as Stripe names it. */
export function currencyOf(name: string): Currency | undefined {
  return Object.values(Currency).find((currency) => currency.toLowerCase() === name);
}

/** What a subscription at Stripe is told of what it was bought as: the price list may change before we read it. */
export function purchaseMetadata(
  { id: packageId }: Package,
  { id: priceId }: StripePrice,
): Record<string, string> {
  return { packageId, priceId };
}

/** The currency that a customer has paid in before, and has to stay with. @throws Conflict for one that we have no word for */
export function lockedCurrencyOf(customer: Stripe.Customer | undefined): Currency | null {
  if (!customer?.currency) return null;
  const known = currencyOf(customer.currency);
  if (known) return known;
  throw new Conflict(
    `Your team pays in ${customer.currency.toUpperCase()} at Stripe, which no package has a price in.`,
  );
}

/** What a package is paid in: as before, as wanted, or in its own currency. @throws Invalid, Conflict */
export function paymentCurrency(plan: Package, fixed: Currency | null, wanted: Currency | null): Currency {
  if (fixed && wanted && wanted !== fixed)
    throw new Invalid({ currency: `Your team pays in ${fixed}, as it did before` });
  const [first] = currenciesOf(plan);
  return fixed ?? wanted ?? first ?? plan.currency;
}

/** Milliseconds that must be left of a trial for a subscription to begin with it. */
const leastTrialLeft = 3_600_000;

/** What a subscription begins with. */
export interface StartTerms {
  /** Null: it is paid at once. */
  firstPaymentAt: Date | null;
  /** As Stripe takes it. */
  trial: { trial_end: number } | { trial_period_days: number } | undefined;
}

/** A team has one trial for ever: what is left of the one that it began with, or a whole one where it never had any. */
export function startTerms({ trialEndsAt }: Pick<Team, 'trialEndsAt'>, now: Date): StartTerms {
  if (!trialEndsAt)
    return { firstPaymentAt: endOfTrial(now.getTime()), trial: { trial_period_days: trialDays } };
  if (trialEndsAt.getTime() - now.getTime() <= leastTrialLeft)
    return { firstPaymentAt: null, trial: undefined };
  const seconds = Math.floor(trialEndsAt.getTime() / 1000);
  return { firstPaymentAt: new Date(seconds * 1000), trial: { trial_end: seconds } };
}
