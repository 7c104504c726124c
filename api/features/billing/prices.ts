import { Conflict, Invalid } from '#api/lib/errors.ts';
import { Currency, type Package, minorUnits } from '../packages/package.entity.ts';
import type { Stripe } from 'stripe';
import { type Team, endOfTrial, trialDays } from '../teams/team.entity.ts';

/** A price as read from Stripe, which decides what customers pay. */
export interface StripePrice {
  id: string;
  currency: Currency;
  /** Monthly amount in the minor unit of `currency`. */
  amount: number;
}

export function isFree({ price }: Pick<Package, 'price'>): boolean {
  return minorUnits(price) === 0;
}

export function priceIdOf(plan: Package, currency: Currency): string | null {
  return (currency === Currency.GBP ? plan.stripePriceId : plan.stripePriceIdUsd) ?? null;
}

/** Currencies in which a package can be paid, its own first. */
export function currenciesOf(plan: Package): Currency[] {
  const others = Object.values(Currency).filter((currency) => currency !== plan.currency);
  return [plan.currency, ...others].filter((currency) => priceIdOf(plan, currency));
}

/** Our currency for Stripe's code. */
export function currencyOf(name: string): Currency | undefined {
  return Object.values(Currency).find((currency) => currency.toLowerCase() === name);
}

/**
 * Metadata that records which package was bought, because the price list may change before we read the
 * subscription.
 */
export function purchaseMetadata(
  { id: packageId }: Package,
  { id: priceId }: StripePrice,
): Record<string, string> {
  return { packageId, priceId };
}

/**
 * Currency of a customer's earlier payments, which Stripe requires them to keep. @throws Conflict for an
 * unsupported currency
 */
export function lockedCurrencyOf(customer: Stripe.Customer | undefined): Currency | null {
  if (!customer?.currency) return null;
  const known = currencyOf(customer.currency);
  if (known) return known;
  throw new Conflict(
    `Your team pays in ${customer.currency.toUpperCase()} in Stripe, and no package has a price in it.`,
  );
}

/**
 * Currency for a purchase: the locked one, the requested one, or the package's own. @throws Invalid, Conflict
 */
export function paymentCurrency(plan: Package, fixed: Currency | null, wanted: Currency | null): Currency {
  if (fixed && wanted && wanted !== fixed)
    throw new Invalid({ currency: `Your team has paid in ${fixed} before and must keep it` });
  const [first] = currenciesOf(plan);
  return fixed ?? wanted ?? first ?? plan.currency;
}

/** Minimum time left in a trial, in milliseconds, for a subscription to start with it. */
const leastTrialLeft = 3_600_000;

export interface StartTerms {
  /** `null` if the first payment is due immediately. */
  firstPaymentAt: Date | null;
  /** Parameters for Stripe. */
  trial: { trial_end: number } | { trial_period_days: number } | undefined;
}

/** A team has one trial ever: what is left of it, or a full one if it never had any. */
export function startTerms({ trialEndsAt }: Pick<Team, 'trialEndsAt'>, now: Date): StartTerms {
  if (!trialEndsAt)
    return { firstPaymentAt: endOfTrial(now.getTime()), trial: { trial_period_days: trialDays } };
  if (trialEndsAt.getTime() - now.getTime() <= leastTrialLeft)
    return { firstPaymentAt: null, trial: undefined };
  const seconds = Math.floor(trialEndsAt.getTime() / 1000);
  return { firstPaymentAt: new Date(seconds * 1000), trial: { trial_end: seconds } };
}
