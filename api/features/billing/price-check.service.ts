import { Field, ObjectType } from 'type-graphql';
import type { CustomerContext } from '#api/graphql/context.ts';
import { Conflict, NotFound } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import { Currency, Package, minorUnits } from '../packages/package.entity.ts';
import { isMissing, stripeFailure, stripeOf, type Stripe } from './stripe.client.ts';
import { moneyText } from './format.ts';

@ObjectType({ description: "Comparison of a package's price with its Stripe prices." })
export class PackagePriceCheck {
  @Field({ description: 'False without keys, and for a package that has no price at Stripe.' })
  checked!: boolean;

  @Field(() => [String], { description: 'What does not fit, a sentence each; none when all does.' })
  problems!: string[];
}

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
  if (price === undefined || minorUnits(price) === found.unit_amount) return undefined;
  return `${id} is ${moneyText(found.unit_amount, currency)} a month at Stripe, ${moneyText(minorUnits(price), currency)} on the price list.`;
}
