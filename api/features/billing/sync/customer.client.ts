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

/** Most of each that are read: the newest. */
const most = 1000;

/** All that a customer has at Stripe, as far as it is kept here. */
export interface CustomerSnapshot {
  subscriptions: SubscriptionSnapshot[];
  invoices: InvoiceReading[];
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

/** The card that is charged unless a subscription has its own. */
async function defaultCardOf(stripe: Stripe, { invoice_settings }: Stripe.Customer): Promise<Card | null> {
  const method = invoice_settings.default_payment_method;
  if (typeof method !== 'string') return cardOf(method);
  return stripe.paymentMethods.retrieve(method).then(cardOf, (error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
}

/**
 * Has a customer carry the team's name and its owner's address, which Stripe's own mails go to: both may have changed. What
 * Stripe does not take as a name or an address stays as it was there.
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

/** Marks a question for a card as ours, for the card that is charged from then on. */
export const forDefaultCard = { use: 'default-card' } as const;

/**
 * Has the card that somebody gave last charged from then on, also for what could not be charged before. Called whenever the
 * customer is read, before that, so it holds whichever way we learn of the card. Each card is taken once: what is chosen
 * at Stripe later stays. Answers whether there was one.
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
 * What is refused here stays owed, and is told of by an event of Stripe's; what was paid meanwhile is paid. Stripe answers
 * the same attempt as it did before, also where it said no: somebody who tries once more makes another.
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
