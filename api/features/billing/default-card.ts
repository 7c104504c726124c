import { invoiceOf, openAtStripe } from './open-subscriptions.ts';
import { isRefusal, type Stripe } from './stripe.ts';

/** Marks a question for a card as ours, for the card that is charged from then on. */
export const forDefaultCard = { use: 'default-card' } as const;

/**
 * Has the card that somebody gave last charged from then on, also for what could not be charged before. Called whenever the
 * customer is read, before that, so it holds whichever way we learn of the card. Each card is taken once: what is chosen
 * at Stripe later stays. Answers whether there was one.
 */
export async function settleDefaultCard(stripe: Stripe, customer: string): Promise<boolean> {
  const { data } = await stripe.setupIntents.list({ customer, limit: 20 });
  const given = data.filter(
    ({ status, metadata }) =>
      status === 'succeeded' && metadata?.['use'] === forDefaultCard.use && metadata['taken'] !== 'yes',
  );
  const newest = given.toSorted((a, b) => b.created - a.created)[0]?.payment_method;
  const card = typeof newest === 'string' ? newest : newest?.id;
  if (card) await chargeFromNowOn(stripe, customer, card);
  for (const { id } of given) await stripe.setupIntents.update(id, { metadata: { taken: 'yes' } });
  return card !== undefined;
}

async function chargeFromNowOn(stripe: Stripe, customer: string, card: string): Promise<void> {
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } });
  for (const subscription of await openAtStripe(stripe, customer)) {
    const { id, status } = subscription;
    if (status === 'incomplete') continue;
    await stripe.subscriptions.update(id, { default_payment_method: card });
    const invoice = invoiceOf(subscription);
    const isOwed = (status === 'past_due' || status === 'unpaid') && invoice?.status === 'open';
    if (isOwed) await tryToPay(stripe, { invoice: invoice.id, card, attempt: 'given' });
  }
}

/**
 * What is refused here stays owed, and is told of by an event of Stripe's; what was paid meanwhile is paid. Stripe answers
 * the same attempt as it did before, also where it said no: somebody who tries once more makes another.
 */
export async function tryToPay(
  stripe: Stripe,
  { invoice, card, attempt }: { invoice: string; card: string; attempt: string },
): Promise<void> {
  const idempotencyKey = ['pay', invoice, card, attempt].join(':');
  await stripe.invoices.pay(invoice, { payment_method: card }, { idempotencyKey }).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
  });
}
