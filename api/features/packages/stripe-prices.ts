import type { FieldErrors } from '#api/lib/errors.ts';
import { Currency, type Package } from './package.entity.ts';

type Priced = Pick<Package, 'name' | 'price' | 'currency' | 'stripePriceId' | 'stripePriceIdUsd'>;

/**
 * What is wrong with a package's price ids, as far as it is known without asking Stripe: what costs something has one it
 * can be sold by, and one price is one package's, since the price of a subscription says which package it is.
 */
export function priceProblem(one: Priced, others: readonly Priced[]): FieldErrors | undefined {
  const { stripePriceId, stripePriceIdUsd, currency } = one;
  if (one.price !== '0' && !stripePriceId) {
    if (currency === Currency.GBP) return { stripePriceId: 'Stripe price ID is required' };
    if (!stripePriceIdUsd) return { stripePriceIdUsd: 'Stripe price ID (USD) is required' };
  }
  if (stripePriceId && stripePriceId === stripePriceIdUsd)
    return { stripePriceIdUsd: 'A price at Stripe has one currency: choose another for dollars' };
  for (const field of ['stripePriceId', 'stripePriceIdUsd'] as const) {
    const id = one[field];
    const holder = id && others.find((other) => [other.stripePriceId, other.stripePriceIdUsd].includes(id));
    if (holder) return { [field]: `${holder.name} has this price already` };
  }
  return undefined;
}
