import { chargeIntent, failProof, setUpIntent, type Outcome, cancelIntent } from './intents.ts';
import {
  intentOf,
  invoicesOf,
  markPaid,
  subscriptionOf,
  setItems,
  stopCollecting,
  voidInvoice,
} from './invoices.ts';
import type { InvoiceRow, SubscriptionRow } from './rows-billing.ts';
import type { PaymentIntentRow, PaymentMethodRow, SetupIntentRow } from './rows-paying.ts';
import type { StripeWorld } from './world.ts';

type Intent = PaymentIntentRow | SetupIntentRow;

/** Confirms an intent with a payment method, and handles the consequences. */
export function confirmIntent(
  world: StripeWorld,
  intent: Intent,
  method: PaymentMethodRow,
  presence: 'there' | 'proven' | 'away' = 'there',
): Outcome {
  if (intent.object === 'setup_intent')
    return afterSetup(world, intent, setUpIntent(world, intent, method, presence));
  return afterPayment(world, intent, chargeIntent(world, intent, method, presence));
}

/** The action of the bank's page. */
export function authenticateIntent(world: StripeWorld, intent: Intent, isProven: boolean): Outcome {
  const method = intent.payment_method ? world.get('payment_method', intent.payment_method) : undefined;
  if (isProven && method) return confirmIntent(world, intent, method, 'proven');
  const failure = failProof(world, intent);
  return intent.object === 'payment_intent' ? afterPayment(world, intent, failure) : failure;
}

/** Attempts to pay an invoice. `asked` is a person's attempt, otherwise it is Stripe's own. */
export function payInvoice(
  world: StripeWorld,
  invoice: InvoiceRow,
  method: PaymentMethodRow,
  presence: 'there' | 'away',
): Outcome {
  const intent = intentOf(world, invoice);
  if (!intent) {
    if (invoice.status === 'open') markPaid(world, invoice);
    return { status: 'succeeded' };
  }
  return confirmIntent(world, intent, method, presence);
}

/** There is no card to charge. */
export function failWithoutMethod(world: StripeWorld, invoice: InvoiceRow): void {
  failed(world, invoice, { status: 'failed', error: { type: 'invalid_request_error', message: '' } });
}

function afterSetup(world: StripeWorld, intent: SetupIntentRow, outcome: Outcome): Outcome {
  if (outcome.status !== 'succeeded') return outcome;
  for (const subscription of world.all('subscription'))
    if (subscription.pending_setup_intent === intent.id)
      world.change('customer.subscription.updated', subscription, (row) => {
        row.pending_setup_intent = null;
        row.default_payment_method = intent.payment_method;
      });
  return outcome;
}

function afterPayment(world: StripeWorld, intent: PaymentIntentRow, outcome: Outcome): Outcome {
  const reference = intent.payment_details.order_reference;
  const invoice = reference ? world.get('invoice', reference) : undefined;
  if (!invoice || invoice.status !== 'open') return outcome;
  invoice.attempted = true;
  if (outcome.status === 'succeeded') {
    invoice.attempt_count++;
    markPaid(world, invoice);
    afterPaid(world, invoice, intent.payment_method);
  } else failed(world, invoice, outcome);
  return outcome;
}

function afterPaid(world: StripeWorld, invoice: InvoiceRow, method: string | null): void {
  const subscription = subscriptionOf(world, invoice);
  const customer = world.need('customer', invoice.customer);
  world.change('customer.updated', customer, (row) => (row.delinquent = false));
  if (!subscription) return;
  const isLatest = subscription.latest_invoice === invoice.id;
  const update = isLatest ? subscription.pending_update : null;
  world.change('customer.subscription.updated', subscription, (row) => {
    if (method && row.payment_settings.save_default_payment_method === 'on_subscription')
      row.default_payment_method = method;
    if (update) {
      row.pending_update = null;
      setItems(row, update.subscription_items);
    }
    if (isStanding(world, row)) row.status = 'active';
  });
  if (update && !world.aside(subscription.id).isChanging)
    world.tell('customer.subscription.pending_update_applied', subscription);
}

/** Whether a subscription that waited for a payment has received it. */
function isStanding(world: StripeWorld, subscription: SubscriptionRow): boolean {
  if (!['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) return false;
  return invoicesOf(world, subscription).every(({ status }) => status !== 'open');
}

function failed(world: StripeWorld, invoice: InvoiceRow, outcome: Outcome): void {
  const subscription = subscriptionOf(world, invoice);
  const customer = world.need('customer', invoice.customer);
  const isAsked = outcome.status === 'requires_action';
  if (!isAsked) invoice.attempt_count++;
  invoice.attempted = true;
  world.change('customer.updated', customer, (row) => (row.delinquent = true));
  world.tell('invoice.payment_failed', invoice);
  if (isAsked) world.tell('invoice.payment_action_required', invoice);
  const isFirst = invoice.billing_reason === 'subscription_create';
  if (!subscription || isFirst || subscription.pending_update || subscription.status !== 'active') return;
  world.change('customer.subscription.updated', subscription, (row) => (row.status = 'past_due'));
}

/** Stripe's own attempt. The next one is scheduled first, so that the failure event includes it. */
export function collect(world: StripeWorld, invoice: InvoiceRow, method: PaymentMethodRow | undefined): void {
  const aside = world.aside(invoice.id);
  const { days, finally: last } = world.ladder;
  const tries = aside.tries ?? 0;
  const pause = days[tries];
  aside.tries = tries + 1;
  invoice.next_payment_attempt = pause === undefined ? null : world.now(invoice.customer) + pause * 86_400;
  if (method) payInvoice(world, invoice, method, 'away');
  else failWithoutMethod(world, invoice);
  const subscription = subscriptionOf(world, invoice);
  if (invoice.status !== 'open' || pause !== undefined || subscription?.status !== 'past_due') return;
  if (last === 'canceled') return endSubscription(world, subscription, 'payment_failed');
  world.change('customer.subscription.updated', subscription, (row) => (row.status = 'unpaid'));
}

/** Ends it permanently. Unpaid invoices stay open without further collection attempts. */
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

/** The first payment wasn't made in time, or the subscription was cancelled before it. */
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

/** Drops a change that was waiting for payment. */
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
