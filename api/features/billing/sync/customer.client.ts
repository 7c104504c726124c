import type { EntityManager } from '@mikro-orm/postgresql';
import { Membership, TeamRole } from '#api/features/teams/membership.entity.ts';
import {
  cardOf,
  invoiceSnapshot,
  subscriptionSnapshot,
  type Card,
  type InvoiceReading,
  type SubscriptionSnapshot,
} from './snapshot.ts';
import { isMissing, type Stripe, isRejection } from '../stripe.client.ts';
import { latestInvoiceOf, openSubscriptions } from '../checkout/subscriptions.client.ts';

/** Maximum subscriptions and invoices to read, newest first. */
const most = 1000;

/** Everything we keep about a customer in Stripe. */
export interface CustomerSnapshot {
  subscriptions: SubscriptionSnapshot[];
  invoices: InvoiceReading[];
  /** Package IDs by price, as recorded in the subscriptions' metadata. */
  boughtAs: ReadonlyMap<string, string>;
  /** The customer was deleted in Stripe. */
  isGone: boolean;
}

/** Reads a customer, even a deleted one. Returns undefined if it doesn't exist or belongs to other keys. */
export async function findCustomer(
  stripe: Stripe,
  customerId: string,
): Promise<Stripe.Customer | Stripe.DeletedCustomer | undefined> {
  return stripe.customers.retrieve(customerId).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
}

/**
 * Reads everything about a customer. Invoices come last, because a payment in the meantime triggers its own
 * event.
 */
export async function readCustomer(
  stripe: Stripe,
  customer: Stripe.Customer | Stripe.DeletedCustomer,
): Promise<CustomerSnapshot> {
  if (customer.deleted) return { subscriptions: [], invoices: [], boughtAs: new Map(), isGone: true };
  const given = await stripe.subscriptions
    .list({ customer: customer.id, status: 'all', limit: 100, expand: ['data.default_payment_method'] })
    .autoPagingToArray({ limit: most });
  const bills = await stripe.invoices
    .list({ customer: customer.id, limit: 100 })
    .autoPagingToArray({ limit: most });
  const invoices = bills.map(invoiceSnapshot).filter((invoice) => invoice !== undefined);
  const isAsked = given.some((one) => !one.default_payment_method);
  const card = isAsked ? await defaultCardOf(stripe, customer) : null;
  const creditLeft = Math.max(0, -(customer.balance ?? 0));
  const subscriptions = given
    .map((one) => subscriptionSnapshot(one, invoices, { card, creditLeft }))
    .filter((one) => one !== undefined);
  const boughtAs = new Map(
    given.map(({ metadata }) => [metadata['priceId'] ?? '', metadata['packageId'] ?? '']),
  );
  return { subscriptions, invoices, boughtAs, isGone: false };
}

/** Default card, unless a subscription has its own. */
async function defaultCardOf(stripe: Stripe, { invoice_settings }: Stripe.Customer): Promise<Card | null> {
  const method = invoice_settings.default_payment_method;
  if (typeof method !== 'string') return cardOf(method);
  return stripe.paymentMethods.retrieve(method).then(cardOf, (error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
}

/**
 * Updates a customer's name and email in Stripe, which Stripe's own emails use. Keeps the old value if Stripe
 * rejects the new one.
 */
export async function updateCustomerDetails(
  em: EntityManager,
  stripe: Stripe,
  { id, name, email }: Stripe.Customer,
  teamId: string,
): Promise<void> {
  const owner = await em.findOne(
    Membership,
    { team: teamId, role: TeamRole.owner },
    { populate: ['user', 'team'], disableIdentityMap: true },
  );
  if (!owner) return;
  const shown = { name: owner.team.name, email: owner.user.email };
  if (name === shown.name && email === shown.email) return;
  await stripe.customers.update(id, shown).catch((error: unknown) => {
    if (!isRejection(error)) throw error;
  });
}

/** Marks setup intents that replace the default card. */
export const forDefaultCard = { use: 'default-card' } as const;

/**
 * Makes the newest saved card the default, and retries unpaid invoices with it. It runs before each read of
 * the customer, so it works however we learn about the card. Each card is applied once, so a later choice in
 * Stripe stays. Returns whether there was one.
 */
export async function applyNewCard(stripe: Stripe, customer: string): Promise<boolean> {
  const { data } = await stripe.setupIntents.list({ customer, limit: 20 });
  const given = data.filter(
    ({ status, metadata }) =>
      status === 'succeeded' && metadata?.['use'] === forDefaultCard.use && metadata['taken'] !== 'yes',
  );
  const newest = given.toSorted((a, b) => b.created - a.created)[0]?.payment_method;
  const card = typeof newest === 'string' ? newest : newest?.id;
  if (card) await makeDefaultCard(stripe, customer, card);
  for (const { id } of given) await stripe.setupIntents.update(id, { metadata: { taken: 'yes' } });
  return card !== undefined;
}

async function makeDefaultCard(stripe: Stripe, customer: string, card: string): Promise<void> {
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } });
  for (const subscription of await openSubscriptions(stripe, customer)) {
    const { id, status } = subscription;
    if (status === 'incomplete') continue;
    await stripe.subscriptions.update(id, { default_payment_method: card });
    const invoice = latestInvoiceOf(subscription);
    const isOwed = (status === 'past_due' || status === 'unpaid') && invoice?.status === 'open';
    if (isOwed) await payInvoice(stripe, { invoice: invoice.id, card, attempt: 'given' });
  }
}

/**
 * Pays an invoice. A rejected payment stays owed and is reported by a Stripe event. Stripe replays the result
 * of the same attempt, so a retry needs a new attempt ID.
 */
export async function payInvoice(
  stripe: Stripe,
  { invoice, card, attempt }: { invoice: string; card: string; attempt: string },
): Promise<void> {
  const idempotencyKey = ['pay', invoice, card, attempt].join(':');
  await stripe.invoices.pay(invoice, { payment_method: card }, { idempotencyKey }).catch((error: unknown) => {
    if (!isRejection(error)) throw error;
  });
}
