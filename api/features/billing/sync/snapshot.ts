import type { Currency } from '#api/features/packages/package.entity.ts';
import { currencyOf } from '../prices.ts';
import type { Stripe } from 'stripe';

/** A card as far as it may be shown. */
export interface Card {
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
}

/** What we keep of a subscription at Stripe; no more and nothing else. */
export interface SubscriptionSnapshot {
  stripeId: string;
  /** An open list. */
  status: string;
  priceId: string;
  itemId: string;
  amount: number;
  currency: Currency;
  currentPeriodEnd: Date | null;
  trialEnd: Date | null;
  cancelAt: Date | null;
  endedAt: Date | null;
  pastDueSince: Date | null;
  pendingPriceId: string | null;
  paymentMethod: Card | null;
  /** A trial that nobody has given a card for, as far as Stripe still says so. */
  lacksCard: boolean;
  /** Of the customer's, for the next invoices. */
  creditLeft: number;
  startedAt: Date;
}

/** What holds for all that a customer has. */
export interface CustomerFacts {
  /** The card that is charged unless a subscription has its own. */
  card: Card | null;
  creditLeft: number;
}

/** What we keep of an invoice at Stripe. */
export interface InvoiceSnapshot {
  stripeId: string;
  number: string | null;
  status: string;
  billingReason: string | null;
  total: number;
  amountPaid: number;
  amountRemaining: number;
  currency: Currency;
  issuedAt: Date;
  periodStart: Date | null;
  periodEnd: Date | null;
  paidAt: Date | null;
  nextAttemptAt: Date | null;
}

/** An invoice with what is told of it, and not kept: its address is handed out on request only. */
export interface InvoiceReading {
  kept: InvoiceSnapshot;
  subscriptionId: string | null;
  /** How often the card was tried. */
  attempts: number;
  hostedUrl: string | null;
}

const dateOf = (seconds: number | null | undefined) =>
  seconds === null || seconds === undefined ? null : new Date(seconds * 1000);

const idOf = (thing: string | { id: string } | null | undefined) =>
  typeof thing === 'string' ? thing : (thing?.id ?? null);

/** Undefined for one in a currency that nothing is sold in, or without an item: none of ours. */
export function subscriptionSnapshot(
  given: Stripe.Subscription,
  invoices: readonly InvoiceReading[],
  { card, creditLeft }: CustomerFacts,
): SubscriptionSnapshot | undefined {
  const [item] = given.items.data;
  const currency = currencyOf(given.currency);
  if (!item || !currency) return undefined;
  const pending = given.pending_update?.subscription_items?.[0]?.price;
  const paymentMethod = cardOf(given.default_payment_method) ?? card;
  return {
    stripeId: given.id,
    status: given.status,
    priceId: item.price.id,
    itemId: item.id,
    amount: (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
    currency,
    currentPeriodEnd: dateOf(item.current_period_end),
    trialEnd: dateOf(given.trial_end),
    cancelAt: endOf(given, item.current_period_end),
    endedAt: dateOf(given.ended_at),
    pastDueSince: pastDueSince(given, item.current_period_start, invoices),
    pendingPriceId: idOf(pending),
    paymentMethod,
    lacksCard: lacksCard(given, paymentMethod, invoices),
    creditLeft,
    startedAt: new Date(given.created * 1000),
  };
}

/**
 * While it runs, its question for a card is open. One that is over has neither a card of its own nor a payment; the
 * customer's card may have come with another one.
 */
function lacksCard(
  { id, status, trial_end, default_payment_method: own, pending_setup_intent: asked }: Stripe.Subscription,
  paymentMethod: Card | null,
  invoices: readonly InvoiceReading[],
): boolean {
  if (status === 'trialing') return asked !== null && paymentMethod === null;
  if (status !== 'canceled' || trial_end === null || own !== null) return false;
  return !invoices.some(({ subscriptionId, kept }) => subscriptionId === id && kept.amountPaid > 0);
}

/** `canceled_at` is when somebody asked for it, not when it ends. */
function endOf(
  { cancel_at, cancel_at_period_end, ended_at }: Stripe.Subscription,
  periodEnd: number,
): Date | null {
  if (ended_at !== null) return null;
  return dateOf(cancel_at ?? (cancel_at_period_end ? periodEnd : null));
}

/** Since its oldest invoice that is not paid; by the beginning of the period where that is not there any more. */
function pastDueSince(
  { id, status }: Stripe.Subscription,
  periodStart: number,
  invoices: readonly InvoiceReading[],
): Date | null {
  if (status !== 'past_due' && status !== 'unpaid') return null;
  const owed = invoices
    .filter(({ subscriptionId, kept }) => subscriptionId === id && kept.status === 'open')
    .map(({ kept }) => kept.issuedAt.getTime());
  return owed.length > 0 ? new Date(Math.min(...owed)) : dateOf(periodStart);
}

/** What is shown of a way to pay: a card, or what stands for one. */
export function cardOf(method: string | Stripe.PaymentMethod | null | undefined): Card | null {
  if (!method || typeof method === 'string') return null;
  const { card, type } = method;
  if (!card) return { brand: type, last4: '', expMonth: 0, expYear: 0 };
  return { brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year };
}

/** Undefined for a draft, which may still become anything, and for a currency that nothing is sold in. */
export function invoiceSnapshot(given: Stripe.Invoice): InvoiceReading | undefined {
  const currency = currencyOf(given.currency);
  if (!currency || !given.id || !given.status || given.status === 'draft') return undefined;
  const [start, end] = periodOf(given);
  return {
    kept: {
      stripeId: given.id,
      number: given.number ?? null,
      status: given.status,
      billingReason: given.billing_reason ?? null,
      total: given.total,
      amountPaid: given.amount_paid,
      amountRemaining: given.amount_remaining,
      currency,
      issuedAt: new Date((given.status_transitions.finalized_at ?? given.created) * 1000),
      periodStart: dateOf(start),
      periodEnd: dateOf(end),
      paidAt: dateOf(given.status_transitions.paid_at),
      nextAttemptAt: dateOf(given.next_payment_attempt),
    },
    subscriptionId: idOf(given.parent?.subscription_details?.subscription),
    attempts: given.attempt_count ?? 0,
    hostedUrl: given.hosted_invoice_url ?? null,
  };
}

/** What is paid for is said by its lines: the invoice's own period is the one before. */
function periodOf({ lines, period_start, period_end }: Stripe.Invoice): [number, number] {
  const periods = (lines?.data ?? []).map(({ period }) => period).filter((period) => !!period);
  if (periods.length === 0) return [period_start, period_end];
  const ends = Math.max(...periods.map(({ end }) => end));
  return [Math.min(...periods.filter(({ end }) => end === ends).map(({ start }) => start)), ends];
}
