import type { CustomerContext } from '#api/graphql/context.ts';
import { Conflict, NotFound } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import { Currency, Package } from '../packages/package.entity.ts';
import type { PackagePriceCheck } from './package-price-check.ts';
import { priceMismatch, type NamedPrice } from './price-check.ts';
import { isMissing, stripeFailure, stripeOf, type Stripe } from './stripe.ts';

/** Asks Stripe for each price of a package. @throws NotFound, or when Stripe does not answer */
export async function packagePriceCheck(ctx: CustomerContext, id: string): Promise<PackagePriceCheck> {
  const one = isId(id) && (await ctx.em.findOne(Package, { id }));
  if (!one) throw new NotFound('Package');
  const prices = pricesOf(one);
  const stripe = prices.length > 0 && (await stripeIfSetUp(ctx));
  if (!stripe) return { checked: false, problems: [] };
  const problems: string[] = [];
  for (const price of prices) {
    const problem = await problemOf(stripe, price);
    if (problem) problems.push(problem);
  }
  return { checked: true, problems };
}

/** What is free is not sold by Stripe, whatever ids it has. */
function pricesOf({ price, currency, stripePriceId, stripePriceIdUsd }: Package): NamedPrice[] {
  if (price === '0') return [];
  const named = [
    { id: stripePriceId, currency: Currency.GBP },
    { id: stripePriceIdUsd, currency: Currency.USD },
  ];
  return named.flatMap(({ id, currency: of }) =>
    id ? [{ id, currency: of, ...(of === currency && { price }) }] : [],
  );
}

async function stripeIfSetUp({ em, app }: CustomerContext): Promise<Stripe | undefined> {
  try {
    return await stripeOf(em, app.config);
  } catch (error) {
    if (error instanceof Conflict) return undefined;
    throw error;
  }
}

async function problemOf(stripe: Stripe, price: NamedPrice): Promise<string | undefined> {
  try {
    return priceMismatch(price, await stripe.prices.retrieve(price.id));
  } catch (error) {
    if (isMissing(error)) return `Stripe knows no price ${price.id}.`;
    throw stripeFailure(error);
  }
}
