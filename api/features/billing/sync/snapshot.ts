import type { Currency } from '#api/features/packages/package.entity.ts';
import { currencyOf } from '../prices.ts';
import type { Stripe } from 'stripe';

/** Card details that may be shown. */
export interface Card {
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
}

/** The parts of a Stripe subscription that we keep. */
export interface SubscriptionSnapshot {
  stripeId: string;
  /** Stripe may add statuses. */
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
  /** A trial without a card, as long as Stripe still reports it. */
  lacksCard: boolean;
  /** Customer's credit balance for the next invoices. */
  creditLeft: number;
  startedAt: Date;
}

/** Facts that apply to all of a customer's subscriptions. */
export interface CustomerFacts {
  /** Default card, unless a subscription has its own. */
  card: Card | null;
  creditLeft: number;
}

/** The parts of a Stripe invoice that we keep. */
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

/** An invoice with facts for emails that aren't stored. Its URL is only fetched on request. */
export interface InvoiceReading {
  kept: InvoiceSnapshot;
  subscriptionId: string | null;
  /** Number of payment attempts. */
  attempts: number;
  hostedUrl: string | null;
}

const dateOf = (seconds: number | null | undefined) =>
  seconds === null || seconds === undefined ? null : new Date(seconds * 1000);

const idOf = (thing: string | { id: string } | null | undefined) =>
  typeof thing === 'string' ? thing : (thing?.id ?? null);

/** Returns undefined for an unsupported currency or no item: the subscription isn't ours. */
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
 * While a trial runs, a missing card shows as an open setup intent. After it ended, it shows as no card of
 * its own and no payment, because the customer's card may come from another subscription.
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

/** `canceled_at` is when the cancellation was requested, not when it takes effect. */
function endOf(
  { cancel_at, cancel_at_period_end, ended_at }: Stripe.Subscription,
  periodEnd: number,
): Date | null {
  if (ended_at !== null) return null;
  return dateOf(cancel_at ?? (cancel_at_period_end ? periodEnd : null));
}

/** Since the oldest unpaid invoice, or the start of the period if that invoice is gone. */
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

/** Display details of a card or other payment method. */
export function cardOf(method: string | Stripe.PaymentMethod | null | undefined): Card | null {
  if (!method || typeof method === 'string') return null;
  const { card, type } = method;
  if (!card) return { brand: type, last4: '', expMonth: 0, expYear: 0 };
  return { brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year };
}

/** Returns undefined for drafts, which can still change, and for unsupported currencies. */
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

/** The lines give the billed period. The invoice's own period is the previous one. */
function periodOf({ lines, period_start, period_end }: Stripe.Invoice): [number, number] {
  const periods = (lines?.data ?? []).map(({ period }) => period).filter((period) => !!period);
  if (periods.length === 0) return [period_start, period_end];
  const ends = Math.max(...periods.map(({ end }) => end));
  return [Math.min(...periods.filter(({ end }) => end === ends).map(({ start }) => start)), ends];
}
