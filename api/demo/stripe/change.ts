import { invalid } from './errors.ts';
import { expirePendingUpdate, collect, failWithoutMethod, payInvoice } from './paying.ts';
import { draftInvoice, finalise, issue, periodEndOf, prorationLines, setItems } from './invoices.ts';
import { methodFor } from './intents.ts';
import { integer, oneOf, shape, text, clearable, type Given } from './request.ts';
import type { LineRow, SubscriptionItemRow, SubscriptionRow } from './rows-billing.ts';
import {
  applySettings,
  behaviours,
  checkTrialEnd,
  mustPay,
  noMethod,
  settings,
  sendTrialWillEnd,
  trialEnd,
  itemWishes,
  wishedItems,
} from './subscribe.ts';
import type { StripeWorld } from './world.ts';

export const updateKinds = {
  ...settings,
  items: itemWishes,
  payment_behavior: oneOf(...behaviours, 'pending_if_incomplete'),
  proration_date: integer,
  cancel_at: clearable(integer),
  cancellation_details: shape({ comment: clearable(text), feedback: clearable(text) }),
  trial_end: trialEnd,
};
type Wish = Given<typeof updateKinds>;

/** Changes that can be deferred until they are paid. */
const pendable = [
  'items',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
  'trial_end',
  'off_session',
];
const pendableToo = ['expand', 'metadata', 'cancel_at_period_end'];

/** How long a change waits to be paid, in seconds: as long as a first invoice. */
export const waitingTime = 23 * 3600;

export function changeSubscription(world: StripeWorld, subscription: SubscriptionRow, wish: Wish): void {
  const customer = world.need('customer', subscription.customer);
  const now = world.now(customer.id);
  check(subscription, wish);
  if (typeof wish.trial_end === 'number') checkTrialEnd(wish.trial_end, now);
  const items = wish.items && wishedItems(world, subscription, wish.items);
  const wasTrialing = subscription.status === 'trialing';
  world.change('customer.subscription.updated', subscription, (row) => {
    applySettings(world, row, customer, wish);
    settleEnd(row, wish, now);
    Object.assign(row.cancellation_details, wish.cancellation_details);
    if (typeof wish.trial_end === 'number') moveTrial(row, wish.trial_end);
    if (items && wasTrialing) setItems(row, withPeriod(items, row));
  });
  if (typeof wish.trial_end === 'number' && wish.trial_end - now < 3 * 86_400)
    sendTrialWillEnd(world, subscription);
  if (items && !wasTrialing) swap(world, subscription, items, wish);
}

function check(subscription: SubscriptionRow, wish: Wish): void {
  const { status } = subscription;
  const asked = Object.keys(wish).filter((name) => name !== 'expand');
  if (status === 'canceled' || status === 'incomplete_expired') {
    if (asked.every((name) => name === 'metadata' || name === 'cancellation_details')) return;
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
  }
  if (status === 'incomplete' && (wish.items || wish.trial_end))
    throw invalid(
      'You cannot update a subscription in `incomplete` status in a way that changes its invoice.',
    );
  if (wish.payment_behavior !== 'pending_if_incomplete') return;
  const beyond = asked.filter((name) => !pendable.includes(name) && !pendableToo.includes(name));
  if (beyond.length === 0) return;
  const message = `When \`payment_behavior\` is set to \`pending_if_incomplete\`, you can only pass supported parameters. Unsupported: ${beyond.join(', ')}.`;
  throw invalid(message, { param: beyond[0] });
}

/** When it ends, if that was requested. */
function settleEnd(row: SubscriptionRow, wish: Wish, now: number): void {
  if (wish.cancel_at_period_end !== undefined)
    row.cancel_at = wish.cancel_at_period_end ? periodEndOf(row) : null;
  if (wish.cancel_at === undefined) return;
  row.cancel_at = wish.cancel_at;
  row.canceled_at = wish.cancel_at === null ? null : now;
  row.cancellation_details.reason = wish.cancel_at === null ? null : 'cancellation_requested';
}

function moveTrial(row: SubscriptionRow, end: number): void {
  Object.assign(row, { trial_end: end, billing_cycle_anchor: end, status: 'trialing' });
  for (const item of row.items.data) item.current_period_end = end;
}

function withPeriod(items: SubscriptionItemRow[], row: SubscriptionRow): SubscriptionItemRow[] {
  const end = periodEndOf(row);
  return items.map((item) => ({ ...item, current_period_end: end }));
}

/** Changes prices. The difference is charged immediately, with the next invoice, or not at all. */
function swap(
  world: StripeWorld,
  subscription: SubscriptionRow,
  items: SubscriptionItemRow[],
  wish: Wish,
): void {
  const { proration_behavior: proration = 'create_prorations', payment_behavior: behaviour } = wish;
  const at = wish.proration_date ?? world.now(subscription.customer);
  const lines = proration === 'none' ? [] : prorationLines(world, subscription.items.data, items, at);
  const aside = world.aside(subscription.id);
  if (subscription.pending_update) expirePendingUpdate(world, subscription);
  if (proration !== 'always_invoice' || lines.length === 0) {
    aside.lines = [...(aside.lines ?? []), ...lines];
    return apply(world, subscription, items);
  }
  const method = methodFor(world, subscription);
  const invoice = draftInvoice(world, subscription, 'subscription_update', [
    ...takeLines(world, subscription),
    ...lines,
  ]);
  const isDue = invoice.amount_due > 0;
  if (isDue && behaviour === 'error_if_incomplete') {
    if (!method) throw noMethod();
    mustPay(world, method);
  }
  if (isDue && behaviour === 'pending_if_incomplete') {
    issue(world, subscription, invoice);
    const expires = Math.min(world.now(subscription.customer) + waitingTime, periodEndOf(subscription));
    subscription.pending_update = pendingUpdate(items, expires);
    aside.isChanging = true;
    finalise(world, invoice);
    if (method) payInvoice(world, invoice, method, wish.off_session ? 'away' : 'there');
    else failWithoutMethod(world, invoice);
    aside.isChanging = false;
    if (invoice.status === 'open') world.tell('customer.subscription.updated', subscription);
    return;
  }
  apply(world, subscription, items);
  issue(world, subscription, invoice);
  finalise(world, invoice);
  if (isDue && behaviour !== 'default_incomplete') collect(world, invoice, method);
  else if (isDue) failWithoutMethod(world, invoice);
}

/** Lines waiting for an invoice. */
export function takeLines(world: StripeWorld, subscription: SubscriptionRow): LineRow[] {
  const aside = world.aside(subscription.id);
  const lines = aside.lines ?? [];
  delete aside.lines;
  return lines;
}

function apply(world: StripeWorld, subscription: SubscriptionRow, items: SubscriptionItemRow[]): void {
  world.change('customer.subscription.updated', subscription, (row) => setItems(row, items));
}

function pendingUpdate(items: SubscriptionItemRow[], expiresAt: number) {
  return {
    billing_cycle_anchor: null,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: expiresAt,
    metadata: null,
    subscription_items: items,
    trial_end: null,
    trial_from_plan: null,
  };
}
