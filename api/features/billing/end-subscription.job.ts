import type { App } from '#api/app.ts';
import { invoiceOf, openAtStripe } from './open-subscriptions.ts';
import { isMissing, stripeOf } from './stripe.ts';

/**
 * Ends what a team that is no more has at Stripe, at once: nobody is left to use it. Our rows went with the team; the
 * customer and its invoices stay at Stripe, for the books. Tried again until it is done.
 */
export async function endStripeSubscription(
  { config, orm }: App,
  { customerId }: { customerId: string },
): Promise<void> {
  const stripe = await stripeOf(orm.em.fork(), config);
  const open = await openAtStripe(stripe, customerId).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for (const subscription of open) {
    const invoice = invoiceOf(subscription);
    await stripe.subscriptions.cancel(subscription.id);
    // What is owed would still be charged to the card.
    if (invoice?.status === 'open') await stripe.invoices.voidInvoice(invoice.id);
  }
}
