import { cardRefusal, invalid, type StripeProblem } from './errors.ts';
import { expireSubscription, payInvoice } from './paying.ts';
import {
  finalise,
  intentOf,
  markPaid,
  subscriptionOf,
  voidInvoice,
  draftInvoice,
  periodEnd,
  periodLines,
  prorationLines,
  setItems,
  setPeriod,
  trialLines,
} from './invoices.ts';
import { methodFor, needOwnMethod } from './intents.ts';
import {
  flag,
  isWithin,
  moment,
  needed,
  oneOf,
  shape,
  text,
  listed,
  paging,
  params,
  type Ask,
  type Route,
  integer,
  type Given,
} from './request.ts';
import {
  type InvoiceRow,
  type SubscriptionRow,
  newSubscription,
  type LineRow,
  type SubscriptionItemRow,
} from './rows-billing.ts';
import type { StripeWorld } from './world.ts';
import { trialEnd, checkCurrency, itemWishes, needPrice, wishedItems } from './subscribe.ts';

export const invoiceRoutes: Route[] = [
  ['GET', '/v1/invoices', all],
  ['POST', '/v1/invoices/create_preview', preview],
  ['GET', '/v1/invoices/:id', (ask) => (params(ask, {}), ask.world.need('invoice', ask.id))],
  ['GET', '/v1/invoices/:id/lines', lines],
  ['POST', '/v1/invoices/:id/pay', pay],
  ['POST', '/v1/invoices/:id/finalize', finaliseNow],
  ['POST', '/v1/invoices/:id/void', voidNow],
  ['POST', '/v1/invoices/:id/mark_uncollectible', giveUp],
  ['GET', '/v1/invoice_payments', payments],
];

function all(ask: Ask): unknown {
  const given = params(ask, {
    ...paging,
    created: moment,
    customer: text,
    subscription: text,
    status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
  });
  const { customer, subscription, status } = given;
  const rows = ask.world
    .all('invoice')
    .filter((row) => customer === undefined || row.customer === customer)
    .filter((row) => subscription === undefined || subscriptionOf(ask.world, row)?.id === subscription)
    .filter((row) => status === undefined || row.status === status)
    .filter((row) => isWithin(row.created, given.created));
  return listed(rows, '/v1/invoices', given);
}

function lines(ask: Ask): unknown {
  const given = params(ask, paging);
  const { data } = ask.world.need('invoice', ask.id).lines;
  // Invoice lines are listed oldest first, so reverse them before the list reverses them.
  const places = data.map(({ id }) => ({ id, created: 0 })).toReversed();
  const page = listed(places, `/v1/invoices/${ask.id}/lines`, given);
  return { ...page, data: page.data.map(({ id }) => data.find((line) => line.id === id)) };
}

function pay(ask: Ask): InvoiceRow {
  const { world } = ask;
  const given = params(ask, { payment_method: text, off_session: flag, paid_out_of_band: flag });
  const invoice = world.need('invoice', ask.id);
  if (invoice.status === 'paid') throw invalid('Invoice is already paid', { code: 'invoice_already_paid' });
  if (invoice.status === 'draft') finalise(world, invoice);
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
    throw invalid(`This invoice can no longer be paid: its status is ${invoice.status}.`, {
      code: 'invoice_not_editable',
    });
  if (given.paid_out_of_band) {
    markPaid(world, invoice);
    return invoice;
  }
  const customer = world.need('customer', invoice.customer);
  const subscription = subscriptionOf(world, invoice);
  const method = given.payment_method
    ? needOwnMethod(world, given.payment_method, customer, 'payment_method')
    : subscription && methodFor(world, subscription);
  if (!method)
    throw invalid(
      'There is no `default_payment_method` set on this Customer or Invoice. Please set one of these and try again.',
      { code: 'missing' },
    );
  const outcome = payInvoice(world, invoice, method, given.off_session === false ? 'there' : 'away');
  if (outcome.status === 'succeeded') return invoice;
  const intent = structuredClone(intentOf(world, invoice));
  throw cardRefusal({
    ...(outcome.status === 'failed' ? outcome.error : needsAction),
    payment_intent: intent,
  });
}

const needsAction: StripeProblem = {
  type: 'card_error',
  code: 'invoice_payment_intent_requires_action',
  message:
    'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice. For more details see: https://stripe.com/docs/billing/subscriptions/overview#requires-action',
};

function finaliseNow(ask: Ask): InvoiceRow {
  params(ask, { auto_advance: flag });
  const invoice = ask.world.need('invoice', ask.id);
  if (invoice.status !== 'draft')
    throw invalid('This invoice is already finalized, you can’t re-finalize a non-draft invoice.', {
      code: 'invoice_not_editable',
    });
  finalise(ask.world, invoice);
  return invoice;
}

function voidNow(ask: Ask): InvoiceRow {
  const { world } = ask;
  params(ask, {});
  const invoice = needOpen(ask);
  voidInvoice(world, invoice);
  const subscription = subscriptionOf(world, invoice);
  if (subscription?.status === 'incomplete') expireSubscription(world, subscription);
  else if (subscription) forgive(world, subscription, invoice);
  return invoice;
}

/** Drops a change that waited for it, and ends `past_due` if this invoice was the cause. */
function forgive(world: StripeWorld, subscription: SubscriptionRow, invoice: InvoiceRow): void {
  if (subscription.latest_invoice !== invoice.id) return;
  world.change('customer.subscription.updated', subscription, (row) => {
    row.pending_update = null;
    if (row.status === 'past_due') row.status = 'active';
  });
}

function giveUp(ask: Ask): InvoiceRow {
  params(ask, {});
  const invoice = needOpen(ask);
  Object.assign(invoice, { status: 'uncollectible', next_payment_attempt: null });
  invoice.status_transitions.marked_uncollectible_at = ask.world.now(invoice.customer);
  ask.world.tell('invoice.marked_uncollectible', invoice);
  const subscription = subscriptionOf(ask.world, invoice);
  if (subscription) forgive(ask.world, subscription, invoice);
  return invoice;
}

function needOpen({ world, id }: Ask): InvoiceRow {
  const invoice = world.need('invoice', id);
  if (invoice.status === 'open') return invoice;
  throw invalid(`You can only pass in open invoices. This invoice isn't open: it is ${invoice.status}.`);
}

function payments(ask: Ask): unknown {
  const given = params(ask, {
    ...paging,
    invoice: text,
    payment: shape({ type: oneOf('payment_intent', 'charge'), payment_intent: text, charge: text }),
    status: oneOf('canceled', 'open', 'paid'),
    created: moment,
  });
  if (given.payment) needed(given.payment.type, 'payment[type]');
  const intent = given.payment?.payment_intent;
  const rows = ask.world
    .all('invoice_payment')
    .filter((row) => given.invoice === undefined || row.invoice === given.invoice)
    .filter((row) => intent === undefined || row.payment.payment_intent === intent)
    .filter((row) => given.status === undefined || row.status === given.status)
    .filter((row) => isWithin(row.created, given.created));
  return listed(rows, '/v1/invoice_payments', given);
}

const detailKinds = {
  items: itemWishes,
  proration_behavior: oneOf('create_prorations', 'always_invoice', 'none'),
  proration_date: integer,
  cancel_at_period_end: flag,
  cancel_now: flag,
  trial_end: trialEnd,
};
type Details = Given<typeof detailKinds>;

/** Previews an invoice without changing anything. */
function preview(ask: Ask): InvoiceRow {
  const { world } = ask;
  const given = params(ask, {
    customer: text,
    currency: text,
    subscription: text,
    preview_mode: oneOf('next', 'recurring'),
    subscription_details: shape(detailKinds),
  });
  const details = given.subscription_details ?? {};
  const there = given.subscription
    ? world.need('subscription', given.subscription, 'subscription')
    : undefined;
  const [subscription, lines] = there
    ? changed(world, there, details, given.preview_mode === 'recurring')
    : begun(world, needed(given.customer, 'customer'), details);
  const invoice = draftInvoice(world, subscription, there ? reasonOf(details) : 'subscription_create', lines);
  invoice.id = invoice.id.replace('in_', 'upcoming_in_');
  return invoice;
}

function reasonOf({ proration_behavior: behaviour, items }: Details) {
  return items && behaviour === 'always_invoice' ? 'subscription_update' : 'upcoming';
}

function changed(
  world: StripeWorld,
  subscription: SubscriptionRow,
  details: Details,
  isRecurring: boolean,
): [SubscriptionRow, LineRow[]] {
  const { items: wishes, proration_behavior: behaviour = 'create_prorations' } = details;
  const before = subscription.items.data;
  const after = wishes
    ? wishedItems(world, subscription, wishes, 'subscription_details[items]')
    : structuredClone(before);
  const next = periodLines(
    world,
    after.map((item) => inNextPeriod(subscription, item)),
  );
  if (isRecurring) return [subscription, next];
  const at = details.proration_date ?? world.now(subscription.customer);
  const isTrial = subscription.status === 'trialing';
  const differences = isTrial || behaviour === 'none' ? [] : prorationLines(world, before, after, at);
  const waiting = structuredClone(world.aside(subscription.id).lines ?? []);
  if (wishes && behaviour === 'always_invoice' && !isTrial)
    return [subscription, [...waiting, ...differences]];
  return [subscription, [...waiting, ...differences, ...next]];
}

/** What would renew at the end of the current period. */
function inNextPeriod(subscription: SubscriptionRow, item: SubscriptionItemRow): SubscriptionItemRow {
  const start = item.current_period_end;
  const end = periodEnd(subscription.billing_cycle_anchor, start, item.price);
  return { ...item, current_period_start: start, current_period_end: end };
}

function begun(world: StripeWorld, id: string, details: Details): [SubscriptionRow, LineRow[]] {
  const customer = world.need('customer', id, 'customer');
  const param = 'subscription_details[items]';
  const wishes = needed(details.items, param);
  const at = `${param}[0][price]`;
  const price = needPrice(world, needed(wishes[0]?.price, at), at);
  checkCurrency(customer, price.currency);
  const now = world.now(id);
  const subscription = newSubscription(now, customer, price.currency);
  setItems(subscription, wishedItems(world, subscription, wishes, param));
  const { trial_end: end } = details;
  const isTrial = typeof end === 'number' && end > now;
  setPeriod(subscription, now, isTrial ? end : periodEnd(now, now, price));
  const { data } = subscription.items;
  return [subscription, isTrial ? trialLines(world, data) : periodLines(world, data)];
}
