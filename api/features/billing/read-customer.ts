import {
  cardOf,
  invoiceOf,
  subscriptionOf,
  type Card,
  type ReadInvoice,
  type SubscriptionSnapshot,
} from './snapshot.ts';
import { isMissing, type Stripe } from './stripe.ts';

/** Most of each that are read: the newest. */
const most = 1000;

/** All that a customer has at Stripe, as far as it is kept here. */
export interface ReadCustomer {
  subscriptions: SubscriptionSnapshot[];
  invoices: ReadInvoice[];
  /** Ids of packages by the price that they were bought with, as their subscriptions say themselves. */
  boughtAs: ReadonlyMap<string, string>;
  /** The customer was deleted there. */
  isGone: boolean;
}

/** A customer at Stripe, also one that was deleted there; undefined: there is none, or it is of other keys. */
export async function findCustomer(
  stripe: Stripe,
  customerId: string,
): Promise<Stripe.Customer | Stripe.DeletedCustomer | undefined> {
  return stripe.customers.retrieve(customerId).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
}

/** Everything of a customer, read now. Invoices come last: what is paid meanwhile changes the subscription by an event. */
export async function readCustomer(
  stripe: Stripe,
  customer: Stripe.Customer | Stripe.DeletedCustomer,
): Promise<ReadCustomer> {
  if (customer.deleted) return { subscriptions: [], invoices: [], boughtAs: new Map(), isGone: true };
  const given = await stripe.subscriptions
    .list({ customer: customer.id, status: 'all', limit: 100, expand: ['data.default_payment_method'] })
    .autoPagingToArray({ limit: most });
  const bills = await stripe.invoices
    .list({ customer: customer.id, limit: 100 })
    .autoPagingToArray({ limit: most });
  const invoices = bills.map(invoiceOf).filter((invoice) => invoice !== undefined);
  const isAsked = given.some((one) => !one.default_payment_method);
  const card = isAsked ? await customersCard(stripe, customer) : null;
  const creditLeft = Math.max(0, -(customer.balance ?? 0));
  const subscriptions = given
    .map((one) => subscriptionOf(one, invoices, { card, creditLeft }))
    .filter((one) => one !== undefined);
  const boughtAs = new Map(
    given.map(({ metadata }) => [metadata['priceId'] ?? '', metadata['packageId'] ?? '']),
  );
  return { subscriptions, invoices, boughtAs, isGone: false };
}

/** The card that is charged unless a subscription has its own. */
async function customersCard(stripe: Stripe, { invoice_settings }: Stripe.Customer): Promise<Card | null> {
  const method = invoice_settings.default_payment_method;
  if (typeof method !== 'string') return cardOf(method);
  return stripe.paymentMethods.retrieve(method).then(cardOf, (error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
}
