import { randomText } from './ids.ts';
import { cancelIntent } from './intents.ts';
import {
  newInvoice,
  newInvoicePayment,
  type InvoicePaymentRow,
  type InvoiceReason,
  type InvoiceRow,
  type LineRow,
  type SubscriptionRow,
  newLine,
  type SubscriptionItemRow,
} from './rows-billing.ts';
import { newPaymentIntent, type PaymentIntentRow } from './rows-paying.ts';
import type { StripeWorld } from './world.ts';
import { planOf, type PriceRow } from './rows-catalog.ts';

const intentWords: Record<InvoiceReason, string> = {
  subscription_create: 'Subscription creation',
  subscription_cycle: 'Subscription update',
  subscription_update: 'Subscription update',
  upcoming: '',
};

/** A draft invoice, reduced by the customer's credit. */
export function draftInvoice(
  world: StripeWorld,
  subscription: SubscriptionRow,
  reason: InvoiceReason,
  lines: LineRow[],
  period?: { start: number; end: number },
): InvoiceRow {
  const now = world.now(subscription.customer);
  const customer = world.need('customer', subscription.customer);
  const invoice = newInvoice(now, customer, subscription, subscription.currency, reason);
  invoice.starting_balance = customer.balance;
  if (period) Object.assign(invoice, { period_start: period.start, period_end: period.end });
  setLines(invoice, lines);
  return invoice;
}

function setLines(invoice: InvoiceRow, lines: LineRow[]): void {
  invoice.lines.data = lines;
  invoice.lines.total_count = lines.length;
  for (const line of lines) line.invoice = invoice.id;
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  invoice.subtotal = invoice.subtotal_excluding_tax = invoice.total = invoice.total_excluding_tax = total;
  invoice.amount_due = invoice.amount_remaining = Math.max(0, total + invoice.starting_balance);
}

/** Stores the invoice and sends its event. */
export function issue(world: StripeWorld, subscription: SubscriptionRow, invoice: InvoiceRow): void {
  invoice.webhooks_delivered_at = invoice.created;
  subscription.latest_invoice = invoice.id;
  world.add(invoice);
  world.tell('invoice.created', invoice);
}

/** Gives it a number and pages, and an intent if anything is due. Otherwise it is paid. */
export function finalise(world: StripeWorld, invoice: InvoiceRow): void {
  const now = world.now(invoice.customer);
  const customer = world.need('customer', invoice.customer);
  const secret = `test_${randomText(40)}`;
  const balance = invoice.total + invoice.starting_balance;
  invoice.number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence++).padStart(4, '0')}`;
  invoice.status = 'open';
  invoice.effective_at = invoice.status_transitions.finalized_at = now;
  invoice.automatically_finalizes_at = null;
  invoice.hosted_invoice_url = `${world.url}/i/${secret}`;
  invoice.invoice_pdf = `${world.url}/invoice/${secret}/pdf`;
  invoice.ending_balance = Math.min(0, balance);
  if (invoice.total < 0 || invoice.starting_balance < 0)
    world.change('customer.updated', customer, (row) => (row.balance = Math.min(0, balance)));
  if (invoice.amount_due > 0) addIntent(world, invoice);
  world.tell('invoice.finalized', invoice);
  if (invoice.amount_due === 0) markPaid(world, invoice);
}

function addIntent(world: StripeWorld, invoice: InvoiceRow): void {
  const now = world.now(invoice.customer);
  const intent = newPaymentIntent(now, invoice.amount_due, invoice.currency);
  intent.customer = invoice.customer;
  intent.description = intentWords[invoice.billing_reason];
  intent.payment_details.order_reference = invoice.id;
  intent.setup_future_usage = 'off_session';
  world.add(intent);
  world.add(newInvoicePayment(now, invoice, intent.id));
  world.tell('payment_intent.created', intent);
}

export function markPaid(world: StripeWorld, invoice: InvoiceRow): void {
  const now = world.now(invoice.customer);
  Object.assign(invoice, {
    status: 'paid',
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
  });
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.status_transitions.paid_at = now;
  const payment = paymentOf(world, invoice);
  if (payment) {
    Object.assign(payment, { status: 'paid', amount_paid: invoice.amount_due });
    payment.status_transitions.paid_at = now;
    world.tell('invoice_payment.paid', payment);
  }
  world.tell('invoice.paid', invoice);
  world.tell('invoice.payment_succeeded', invoice);
}

/** It no longer needs to be paid. */
export function voidInvoice(world: StripeWorld, invoice: InvoiceRow): void {
  invoice.status = 'void';
  invoice.status_transitions.voided_at = world.now(invoice.customer);
  Object.assign(invoice, { auto_advance: false, next_payment_attempt: null });
  const payment = paymentOf(world, invoice);
  if (payment) {
    payment.status = 'canceled';
    payment.status_transitions.canceled_at = world.now(invoice.customer);
  }
  const intent = intentOf(world, invoice);
  if (intent) cancelIntent(world, intent, 'void_invoice');
  world.tell('invoice.voided', invoice);
}

/** Stops collection attempts. The invoice can still be paid. */
export function stopCollecting(world: StripeWorld, invoice: InvoiceRow): void {
  world.change('invoice.updated', invoice, (row) =>
    Object.assign(row, { auto_advance: false, next_payment_attempt: null, automatically_finalizes_at: null }),
  );
}

function paymentOf(world: StripeWorld, invoice: InvoiceRow): InvoicePaymentRow | undefined {
  return world.all('invoice_payment').find((one) => one.invoice === invoice.id);
}

export function intentOf(world: StripeWorld, invoice: InvoiceRow): PaymentIntentRow | undefined {
  const payment = paymentOf(world, invoice);
  return payment && world.get('payment_intent', payment.payment.payment_intent);
}

export function subscriptionOf(world: StripeWorld, invoice: InvoiceRow): SubscriptionRow | undefined {
  return world.get('subscription', invoice.parent.subscription_details.subscription);
}

/** Oldest first. */
export function invoicesOf(world: StripeWorld, subscription: SubscriptionRow): InvoiceRow[] {
  return world.all('invoice').filter((one) => subscriptionOf(world, one) === subscription);
}

/** An amount in the smallest unit as readable text. */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** digits);
}

/** As `22 Nov 2026`. */
export function dayOf(seconds: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(seconds * 1000);
}

/**
 * The end of the period that starts then. Months are counted from the anchor, so that the 31st comes back
 * after February.
 */
export function periodEnd(anchor: number, start: number, { recurring }: PriceRow): number {
  const { interval = 'month', interval_count: count = 1 } = recurring ?? {};
  const days = { day: 1, week: 7, month: 0, year: 0 }[interval];
  if (days > 0) return start + days * count * 86_400;
  const months = (interval === 'year' ? 12 : 1) * count;
  let turn = 1;
  while (addMonths(anchor, turn * months) <= start) turn++;
  return addMonths(anchor, turn * months);
}

function addMonths(seconds: number, months: number): number {
  const from = new Date(seconds * 1000);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0));
  const there = new Date(from);
  there.setUTCMonth(lastDay.getUTCMonth(), Math.min(from.getUTCDate(), lastDay.getUTCDate()));
  there.setUTCFullYear(lastDay.getUTCFullYear());
  return Math.floor(there.getTime() / 1000);
}

/** Sets a subscription's items, and its legacy fields derived from them. */
export function setItems(subscription: SubscriptionRow, items: SubscriptionItemRow[]): void {
  const single = items.length === 1 ? items[0] : undefined;
  subscription.items.data = items;
  subscription.items.total_count = items.length;
  subscription.plan = single ? planOf(single.price) : null;
  subscription.quantity = single?.quantity ?? null;
}

export function setPeriod(subscription: SubscriptionRow, start: number, end: number): void {
  for (const item of subscription.items.data)
    Object.assign(item, { current_period_start: start, current_period_end: end });
}

/** The end of the current paid or trial period. */
export function periodEndOf(subscription: SubscriptionRow): number {
  return Math.min(...subscription.items.data.map((item) => item.current_period_end));
}

/** A full period of every item. */
export function periodLines(world: StripeWorld, items: SubscriptionItemRow[]): LineRow[] {
  return items.map((item) => {
    const { price, quantity } = item;
    const every = price.recurring?.interval ?? 'month';
    const each = `at ${money(price.unit_amount, price.currency)} / ${every}`;
    return newLine(item, price.unit_amount * quantity, `${quantity} × ${nameOf(world, price)} (${each})`);
  });
}

export function trialLines(world: StripeWorld, items: SubscriptionItemRow[]): LineRow[] {
  return items.map((item) => {
    const line = newLine(item, 0, `Free trial for ${item.quantity} × ${nameOf(world, item.price)}`);
    line.pricing.unit_amount_decimal = '0';
    return line;
  });
}

/** The credit for the rest of the period, and the new price for it. */
export function prorationLines(
  world: StripeWorld,
  before: SubscriptionItemRow[],
  after: SubscriptionItemRow[],
  at: number,
): LineRow[] {
  const isSame = (one: SubscriptionItemRow, others: SubscriptionItemRow[]) =>
    others.some(({ id, price, quantity }) => {
      return id === one.id && price.id === one.price.id && quantity === one.quantity;
    });
  const part = (item: SubscriptionItemRow, sign: 1 | -1, words: string) => {
    const { current_period_start: start, current_period_end: end, price, quantity } = item;
    const share = Math.min(1, Math.max(0, (end - at) / (end - start)));
    const amount = Math.round(price.unit_amount * quantity * share) * sign;
    const name = `${quantity > 1 ? `${quantity} × ` : ''}${nameOf(world, price)}`;
    const line = newLine(item, amount, `${words} on ${name} after ${dayOf(at)}`);
    line.period = { start: at, end };
    line.parent.subscription_item_details.proration = true;
    return line;
  };
  return [
    ...before.filter((one) => !isSame(one, after)).map((one) => part(one, -1, 'Unused time')),
    ...after.filter((one) => !isSame(one, before)).map((one) => part(one, 1, 'Remaining time')),
  ];
}

function nameOf(world: StripeWorld, price: PriceRow): string {
  return world.get('product', price.product)?.name ?? 'Subscription';
}
