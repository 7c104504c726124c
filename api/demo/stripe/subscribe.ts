import { invalid, cardRefusal } from './errors.ts';
import * as kinds from './request.ts';
import { flag, integer, list, metadata, merged, needed, shape, text, type Given, oneOf } from './request.ts';
import { planOf, type CustomerRow, type PriceRow } from './rows-catalog.ts';
import {
  newSubscriptionItem,
  type SubscriptionItemRow,
  type SubscriptionRow,
  newSubscription,
} from './rows-billing.ts';
import type { StripeWorld } from './world.ts';
import { wouldPay, methodFor, needOwnMethod } from './intents.ts';
import {
  draftInvoice,
  finalise,
  intentOf,
  issue,
  periodEnd,
  periodLines,
  setItems,
  setPeriod,
  trialLines,
} from './invoices.ts';
import { confirmIntent, payInvoice } from './paying.ts';
import { newSetupIntent, type PaymentMethodRow } from './rows-paying.ts';

const itemKinds = { id: text, price: text, quantity: integer, deleted: flag, metadata };

/** Requested items. One with an ID refers to an existing item. */
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

/** The items that a subscription would have, as copies of its own. */
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

/** A customer always pays in the currency of their first subscription. */
export function checkCurrency({ currency }: CustomerRow, wished: string): void {
  if (currency === null || currency === wished) return;
  const message = `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${currency}.`;
  throw invalid(message);
}

const longest = 730 * 86_400;

export const behaviours = ['allow_incomplete', 'default_incomplete', 'error_if_incomplete'] as const;
const missingMethod = oneOf('create_invoice', 'cancel', 'pause');

export const trialEnd = kinds.either(kinds.integer, (raw) => raw !== 'now', oneOf('now'));

export const settings = {
  description: kinds.clearable(text),
  metadata: kinds.metadata,
  default_payment_method: kinds.clearable(text),
  payment_settings: shape({ save_default_payment_method: oneOf('off', 'on_subscription') }),
  trial_settings: shape({ end_behavior: shape({ missing_payment_method: missingMethod }) }),
  cancel_at_period_end: kinds.flag,
  collection_method: oneOf('charge_automatically'),
  off_session: kinds.flag,
  proration_behavior: oneOf('create_prorations', 'always_invoice', 'none'),
};

export const createKinds = {
  ...settings,
  customer: text,
  currency: text,
  items: itemWishes,
  billing_mode: shape({ type: oneOf('classic', 'flexible') }),
  payment_behavior: oneOf(...behaviours),
  trial_end: trialEnd,
  trial_period_days: kinds.integer,
};

/** Creates a subscription with the given parameters, and its first invoice. */
export function subscribe(world: StripeWorld, wish: Given<typeof createKinds>): SubscriptionRow {
  const customer = world.need('customer', needed(wish.customer, 'customer'), 'customer');
  const now = world.now(customer.id);
  const wishes = needed(wish.items, 'items');
  const currency = needPrice(world, needed(wishes[0]?.price, 'items[0][price]'), 'items[0][price]').currency;
  checkCurrency(customer, currency);
  const subscription = newSubscription(now, customer, currency);
  setItems(subscription, wishedItems(world, subscription, wishes));
  applySettings(world, subscription, customer, wish);
  const until = trialOf(wish, now);
  const first = subscription.items.data[0]!;
  setPeriod(subscription, now, until ?? periodEnd(now, now, first.price));
  if (until) Object.assign(subscription, { trial_start: now, trial_end: until, billing_cycle_anchor: until });
  if (wish.cancel_at_period_end) subscription.cancel_at = first.current_period_end;
  const lines = until
    ? trialLines(world, subscription.items.data)
    : periodLines(world, subscription.items.data);
  const invoice = draftInvoice(world, subscription, 'subscription_create', lines);
  const method = methodFor(world, subscription);
  const behaviour = wish.payment_behavior ?? 'allow_incomplete';
  if (invoice.amount_due > 0 && !method && behaviour !== 'default_incomplete') throw noMethod();
  if (invoice.amount_due > 0 && method && behaviour === 'error_if_incomplete') mustPay(world, method);
  if (!until) subscription.status = invoice.amount_due > 0 ? 'incomplete' : 'active';
  else subscription.status = 'trialing';
  world.add(subscription);
  world.change('customer.updated', customer, (row) => (row.currency = currency));
  issue(world, subscription, invoice);
  world.tell('customer.subscription.created', subscription);
  finalise(world, invoice);
  if (invoice.amount_due === 0) wantCard(world, subscription, behaviour);
  else if (behaviour !== 'default_incomplete' && method) {
    payInvoice(world, invoice, method, wish.off_session ? 'away' : 'there');
  } else {
    const intent = intentOf(world, invoice);
    if (intent && method)
      Object.assign(intent, { payment_method: method.id, status: 'requires_confirmation' });
  }
  if (subscription.trial_end && subscription.trial_end - now < 3 * 86_400)
    sendTrialWillEnd(world, subscription);
  return subscription;
}

/** Sent three days before the trial ends, or immediately if it is shorter. */
export function sendTrialWillEnd(world: StripeWorld, subscription: SubscriptionRow): void {
  world.aside(subscription.id).trialTold = true;
  world.tell('customer.subscription.trial_will_end', subscription);
}

/** Settings shared by creating and updating. */
export function applySettings(
  world: StripeWorld,
  subscription: SubscriptionRow,
  customer: CustomerRow,
  wish: Given<typeof settings>,
): void {
  subscription.metadata = merged(subscription.metadata, wish.metadata);
  if (wish.description !== undefined) subscription.description = wish.description;
  if (wish.default_payment_method)
    needOwnMethod(world, wish.default_payment_method, customer, 'default_payment_method');
  if (wish.default_payment_method !== undefined)
    subscription.default_payment_method = wish.default_payment_method;
  Object.assign(subscription.payment_settings, wish.payment_settings);
  Object.assign(subscription.trial_settings.end_behavior, wish.trial_settings?.end_behavior);
  if (wish.cancel_at_period_end === undefined) return;
  const ends = wish.cancel_at_period_end;
  subscription.cancel_at_period_end = ends;
  subscription.canceled_at = ends ? world.now(customer.id) : null;
  subscription.cancellation_details.reason = ends ? 'cancellation_requested' : null;
}

/** End of the trial, if there is one. */
function trialOf(wish: Given<typeof createKinds>, now: number): number | undefined {
  const { trial_end: end, trial_period_days: days } = wish;
  if (end !== undefined && days !== undefined)
    throw invalid('You may only specify one of these parameters: trial_end, trial_period_days.');
  if (days !== undefined) {
    if (days < 1 || days > 730)
      throw invalid('`trial_period_days` must be between 1 and 730.', { param: 'trial_period_days' });
    return now + days * 86_400;
  }
  if (end === undefined || end === 'now') return undefined;
  // If the stand-in's clock was advanced, a trial that is still running in real time may be over here.
  if (end <= now && end * 1000 > Date.now()) return undefined;
  checkTrialEnd(end, now);
  return end;
}

export function checkTrialEnd(end: number, now: number): void {
  const param = 'trial_end';
  if (end <= now)
    throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', { param });
  if (end > now + longest)
    throw invalid('Invalid timestamp: must be an integer Unix timestamp at most 730 days in the future.', {
      param,
    });
}

export function noMethod() {
  const message =
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting.';
  return invalid(message, { code: 'resource_missing' });
}

/** Nothing starts with a card that doesn't pay immediately. */
export function mustPay(world: StripeWorld, method: PaymentMethodRow): void {
  const problem = wouldPay(world, method);
  if (!problem) return;
  const message =
    'Payment for this subscription requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with `subscription.latest_invoice`.';
  const code = 'subscription_payment_intent_requires_action';
  throw cardRefusal(problem === 'ask' ? { type: 'card_error', code, message } : problem);
}

/** Nothing is due yet, but will be. Asks for a card, or for the bank's confirmation. */
function wantCard(world: StripeWorld, subscription: SubscriptionRow, behaviour: string): void {
  const method = methodFor(world, subscription);
  const card = method && world.aside(method.id);
  const isAsked =
    card?.card?.pays === 'each time proven' || (card?.card?.pays === 'once proven' && !card.isProven);
  if (method ? !isAsked : behaviour !== 'default_incomplete') return;
  const intent = world.add(newSetupIntent(world.now(subscription.customer), subscription.customer));
  world.tell('setup_intent.created', intent);
  subscription.pending_setup_intent = intent.id;
  if (method) confirmIntent(world, intent, method);
}
