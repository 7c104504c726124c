import { cancelIntent } from './intents.ts';
import { invoicesOf, stopCollecting, voidInvoice } from './invoices.ts';
import type { SubscriptionRow } from './rows-billing.ts';
import type { StripeWorld } from './world.ts';

/** Ends it for good. What is unpaid stays so, and nobody tries to collect it. */
export function endSubscription(
  world: StripeWorld,
  subscription: SubscriptionRow,
  reason: string | null,
): void {
  const now = world.now(subscription.customer);
  subscription.status = 'canceled';
  subscription.ended_at = now;
  subscription.canceled_at ??= now;
  subscription.cancellation_details.reason ??= reason;
  dropPending(world, subscription);
  for (const invoice of invoicesOf(world, subscription))
    if (invoice.status === 'open' || invoice.status === 'draft') stopCollecting(world, invoice);
  world.tell('customer.subscription.deleted', subscription);
}

/** Nobody paid in time, or it was given up before anybody did. */
export function expireSubscription(world: StripeWorld, subscription: SubscriptionRow): void {
  const now = world.now(subscription.customer);
  for (const invoice of invoicesOf(world, subscription))
    if (invoice.status === 'open') voidInvoice(world, invoice);
  world.change('customer.subscription.updated', subscription, (row) => {
    row.status = 'incomplete_expired';
    row.ended_at = now;
    row.canceled_at = now;
  });
}

/** A change that waited to be paid is given up. */
export function expirePendingUpdate(world: StripeWorld, subscription: SubscriptionRow): void {
  const waiting = subscription.latest_invoice ? world.get('invoice', subscription.latest_invoice) : undefined;
  if (waiting?.status === 'open') voidInvoice(world, waiting);
  subscription.pending_update = null;
  world.tell('customer.subscription.pending_update_expired', subscription);
}

function dropPending(world: StripeWorld, subscription: SubscriptionRow): void {
  const intent = subscription.pending_setup_intent
    ? world.get('setup_intent', subscription.pending_setup_intent)
    : undefined;
  if (intent) cancelIntent(world, intent, 'abandoned');
  subscription.pending_setup_intent = null;
  subscription.pending_update = null;
}
