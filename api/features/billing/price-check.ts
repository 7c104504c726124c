import type { Currency } from '../packages/package.entity.ts';
import { smallestUnits } from '../packages/price.ts';
import { moneyText } from './money.ts';
import type { Stripe } from './stripe.ts';

/** One price that a package names. `price` is that of the price list, where it is in the same currency. */
export interface NamedPrice {
  id: string;
  currency: Currency;
  price?: string;
}

/** What does not fit about a price that Stripe knows; undefined when it can be sold as the price list says. */
export function priceMismatch(
  { id, currency, price }: NamedPrice,
  found: Pick<Stripe.Price, 'active' | 'currency' | 'recurring' | 'unit_amount'>,
): string | undefined {
  if (!found.active) return `${id} is archived at Stripe.`;
  const { interval, interval_count: every, usage_type: usage } = found.recurring ?? {};
  if (interval !== 'month' || every !== 1) return `${id} is not paid by the month at Stripe.`;
  if (usage === 'metered') return `${id} is metered at Stripe: it has no fixed amount.`;
  if (found.currency !== currency.toLowerCase())
    return `${id} is in ${found.currency.toUpperCase()} at Stripe, not in ${currency}.`;
  if (found.unit_amount === null) return `${id} has no fixed amount at Stripe.`;
  if (price === undefined || smallestUnits(price) === found.unit_amount) return undefined;
  return `${id} is ${moneyText(found.unit_amount, currency)} a month at Stripe, ${moneyText(smallestUnits(price), currency)} on the price list.`;
}
