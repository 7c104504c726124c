import {
  cardOf,
  invoiceOf,
  subscriptionOf,
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
  /** The customer was deleted there. */
  isGone: boolean;
}

/** A customer at Stripe with the card that is charged unless a subscription says otherwise; undefined: there is none. */
export async function findCustomer(
  stripe: Stripe,
  customerId: string,
): Promise<Stripe.Customer | Stripe.DeletedCustomer | undefined> {
  const expand = ['invoice_settings.default_payment_method'];
  return stripe.customers.retrieve(customerId, { expand }).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
}

/** Everything of a customer, read now. Invoices come last: what is paid meanwhile changes the subscription by an event. */
export async function readCustomer(
  stripe: Stripe,
  customer: Stripe.Customer | Stripe.DeletedCustomer,
): Promise<ReadCustomer> {
  if (customer.deleted) return { subscriptions: [], invoices: [], isGone: true };
  const given = await stripe.subscriptions
    .list({ customer: customer.id, status: 'all', limit: 100, expand: ['data.default_payment_method'] })
    .autoPagingToArray({ limit: most });
  const bills = await stripe.invoices
    .list({ customer: customer.id, limit: 100 })
    .autoPagingToArray({ limit: most });
  const invoices = bills.map(invoiceOf).filter((invoice) => invoice !== undefined);
  const otherwise = cardOf(customer.invoice_settings.default_payment_method);
  const subscriptions = given
    .map((one) => subscriptionOf(one, invoices, otherwise))
    .filter((one) => one !== undefined);
  return { subscriptions, invoices, isGone: false };
}
