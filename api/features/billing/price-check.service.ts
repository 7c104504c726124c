import { Field, ObjectType } from 'type-graphql';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Conflict, NotFound } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import { Currency, Package, minorUnits } from '../packages/package.entity.ts';
import { isMissing, stripeFailure, stripeOf, type Stripe } from './stripe.client.ts';
import { moneyText } from './format.ts';

@ObjectType({ description: "Comparison of a package's price with its Stripe prices." })
export class PackagePriceCheck {
  @Field({ description: '`false` without keys, and for packages without a Stripe price.' })
  checked!: boolean;

  @Field(() => [String], { description: 'Problems found. Empty if there are none.' })
  problems!: string[];
}

/** Checks each of a package's prices with Stripe. @throws NotFound, or when Stripe doesn't respond */
export async function packagePriceCheck(ctx: ViewerContext, id: string): Promise<PackagePriceCheck> {
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

/** Free packages aren't sold through Stripe, whatever price IDs they have. */
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

async function stripeIfSetUp({ em, app }: ViewerContext): Promise<Stripe | undefined> {
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
    if (isMissing(error)) return `The price ${price.id} doesn't exist in Stripe.`;
    throw stripeFailure(error);
  }
}

/** A price ID of a package. `price` is the amount on the price list if it is in the same currency. */
export interface NamedPrice {
  id: string;
  currency: Currency;
  price?: string;
}

/** Returns how a Stripe price differs from the price list, or undefined if it matches. */
export function priceMismatch(
  { id, currency, price }: NamedPrice,
  found: Pick<Stripe.Price, 'active' | 'currency' | 'recurring' | 'unit_amount'>,
): string | undefined {
  if (!found.active) return `${id} is archived in Stripe.`;
  const { interval, interval_count: every, usage_type: usage } = found.recurring ?? {};
  if (interval !== 'month' || every !== 1) return `${id} isn't billed monthly in Stripe.`;
  if (usage === 'metered') return `${id} is metered in Stripe and has no fixed amount.`;
  if (found.currency !== currency.toLowerCase())
    return `${id} is in ${found.currency.toUpperCase()} in Stripe, not in ${currency}.`;
  if (found.unit_amount === null) return `${id} has no fixed amount in Stripe.`;
  if (price === undefined || minorUnits(price) === found.unit_amount) return undefined;
  return `${id} is ${moneyText(found.unit_amount, currency)} a month in Stripe, but ${moneyText(minorUnits(price), currency)} on the price list.`;
}
