import { invalid } from './errors.ts';
import { flag, integer, list, metadata, merged, needed, shape, text, type Given } from './params.ts';
import { planOf, type CustomerRow, type PriceRow } from './rows-catalog.ts';
import { newSubscriptionItem, type SubscriptionItemRow, type SubscriptionRow } from './rows-billing.ts';
import type { StripeWorld } from './world.ts';

const itemKinds = { id: text, price: text, quantity: integer, deleted: flag, metadata };

/** Items as they are wished for: with an id it is one of those that are there. */
export const itemWishes = list(shape(itemKinds));
type ItemWish = Given<typeof itemKinds>;

/** A price that can be subscribed to. */
export function needPrice(world: StripeWorld, id: string, param: string): PriceRow {
  const price = world.need('price', id, param);
  if (!price.active)
    throw invalid('The price specified is inactive. This field only accepts active prices.', { param });
  if (price.recurring) return price;
  const message =
    'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.';
  throw invalid(message, { param });
}

/** The items that a subscription would have. Its own stay as they are: these are others. */
export function wishedItems(
  world: StripeWorld,
  subscription: Pick<SubscriptionRow, 'id' | 'customer' | 'currency' | 'items'>,
  wishes: ItemWish[],
  param = 'items',
): SubscriptionItemRow[] {
  const items = structuredClone(subscription.items.data);
  const now = world.now(subscription.customer);
  const [first] = items;
  for (const [index, wish] of wishes.entries()) {
    const at = `${param}[${index}]`;
    const price = wish.price === undefined ? undefined : needPrice(world, wish.price, `${at}[price]`);
    if (price && price.currency !== subscription.currency)
      throw invalid(
        `The price specified only supports \`${price.currency}\`. This doesn't match the expected currency: \`${subscription.currency}\`.`,
        { param: `${at}[price]` },
      );
    const there = wish.id === undefined ? undefined : items.find(({ id }) => id === wish.id);
    if (wish.id !== undefined && !there)
      throw invalid(`No such subscription item: '${wish.id}'`, {
        code: 'resource_missing',
        param: `${at}[id]`,
      });
    if (there && wish.deleted) {
      items.splice(items.indexOf(there), 1);
      continue;
    }
    const item =
      there ?? newSubscriptionItem(now, subscription.id, needed(price, `${at}[price]`), wish.quantity ?? 1);
    if (!there) {
      if (items.some((one) => one.price.id === item.price.id))
        throw invalid(`Cannot add multiple subscription items with the same plan: ${item.price.id}`, {
          param: `${at}[price]`,
        });
      if (first) Object.assign(item, periodOf(first));
      items.push(item);
    }
    if (price) Object.assign(item, { price: structuredClone(price), plan: planOf(price) });
    if (wish.quantity !== undefined) item.quantity = wish.quantity;
    item.metadata = merged(item.metadata, wish.metadata);
  }
  if (items.length === 0) throw invalid('A subscription must have at least one active plan.', { param });
  return items;
}

function periodOf({ current_period_start, current_period_end }: SubscriptionItemRow) {
  return { current_period_start, current_period_end };
}

/** A customer pays in one currency, for ever: that of their first subscription. */
export function checkCurrency({ currency }: CustomerRow, wished: string): void {
  if (currency === null || currency === wished) return;
  const message = `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${currency}.`;
  throw invalid(message);
}
