import { Conflict } from '#api/lib/errors.ts';
import { Currency, type Package } from '../packages/package.entity.ts';
import { smallestUnits } from '../packages/price.ts';
import { isMissing, type Stripe } from './stripe.ts';

/** A price as it is at Stripe: what a month costs is what stands there. */
export interface ReadPrice {
  id: string;
  currency: Currency;
  /** Of a month, in the smallest unit of `currency`. */
  amount: number;
}

/** Whether it costs nothing: then Stripe has nothing to do with it. */
export function isFree({ price }: Pick<Package, 'price'>): boolean {
  return smallestUnits(price) === 0;
}

/** The id of a package's price in a currency. */
function priceIdOf(plan: Package, currency: Currency): string | null {
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
export function boughtAs({ id: packageId }: Package, { id: priceId }: ReadPrice): Record<string, string> {
  return { packageId, priceId };
}

/** Our columns hold no more, and Stripe charges less. */
const mostUnits = 2_147_483_647;

/** A package's price, read at Stripe. @throws Conflict that says what keeps it from being paid */
export async function readPrice(stripe: Stripe, plan: Package, currency: Currency): Promise<ReadPrice> {
  const cannot = (why: string) => new Conflict(`${plan.name} cannot be paid for at the moment: ${why}.`);
  const id = priceIdOf(plan, currency);
  if (!id) throw cannot(`it has no price in ${currency}`);
  const price = await stripe.prices.retrieve(id).catch((error: unknown) => {
    throw isMissing(error) ? cannot(`Stripe does not know its price in ${currency}`) : error;
  });
  if (!price.active) throw cannot(`its price in ${currency} is no longer active at Stripe`);
  if (currencyOf(price.currency) !== currency)
    throw cannot(`its price in ${currency} is in ${price.currency.toUpperCase()} at Stripe`);
  const { interval, interval_count: count, usage_type: usage } = price.recurring ?? {};
  if (interval !== 'month' || count !== 1 || usage !== 'licensed')
    throw cannot(`its price in ${currency} is not a monthly one at Stripe`);
  if (price.unit_amount === null) throw cannot(`its price in ${currency} is no whole amount at Stripe`);
  if (price.unit_amount > mostUnits) throw cannot(`its price in ${currency} is too high at Stripe`);
  return { id, currency, amount: price.unit_amount };
}
