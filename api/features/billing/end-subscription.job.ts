import type { App } from '#api/config/app.ts';
import { invoiceOf, openAtStripe } from './open-subscriptions.ts';
import { isMissing, isRefusal, stripeOf } from './stripe.ts';

/**
 * Ends what a team that is no more has at Stripe, at once: nobody is left to use it. Our rows went with the team; the
 * customer and its invoices stay at Stripe, for the books. Tried again until it is done.
 */
export async function endStripeSubscription(
  { config, orm }: App,
  { customerId }: { customerId: string },
): Promise<void> {
  const stripe = await stripeOf(orm.em.fork(), config);
  const open = (await openAtStripe(stripe, customerId).catch(unless(isMissing))) ?? [];
  for (const subscription of open) {
    const invoice = invoiceOf(subscription);
    // First, while it can still be found: what is owed would go on being charged to the card. What was just paid stays so.
    if (invoice?.status === 'open') await stripe.invoices.voidInvoice(invoice.id).catch(unless(isRefusal));
    await stripe.subscriptions.cancel(subscription.id).catch(unless(isMissing));
  }
}

const unless = (isDone: (error: unknown) => boolean) => (error: unknown) => {
  if (!isDone(error)) throw error;
};
