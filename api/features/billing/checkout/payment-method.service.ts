import type { ViewerContext } from '#api/graphql/context.ts';
import { Conflict } from '#api/lib/errors.ts';
import { forDefaultCard } from '../sync/customer.client.ts';
import { withStripe, attemptOf, ensureCustomer } from './stripe-session.store.ts';
import { latestInvoiceOf, openSubscriptions, withIntentStatus } from './subscriptions.client.ts';
import { currencyOf } from '../prices.ts';
import { PaymentStep, type SubscriptionStart } from './checkout.ts';
import { syncCustomer } from '../sync/sync.store.ts';

/** Starts saving a new card, which becomes the default (`applyNewCard`). @throws Conflict without keys */
export function setUpPaymentMethod(
  ctx: ViewerContext,
  attemptId?: string | null,
): Promise<SubscriptionStart> {
  const attempt = attemptOf(attemptId);
  return withStripe(ctx, async (session) => {
    const { stripe, team } = session;
    const customer = await ensureCustomer(ctx, session);
    const setup = await stripe.setupIntents.create(
      {
        customer: customer.id,
        usage: 'off_session',
        metadata: { teamId: team.id, ...forDefaultCard },
      },
      { idempotencyKey: `card:${team.id}:${attempt}` },
    );
    return {
      clientSecret: setup.client_secret,
      confirm: PaymentStep.setup,
      status: setup.status,
    };
  });
}

/** Starts paying the open invoice. @throws Conflict if nothing is owed */
export function payOpenInvoice(ctx: ViewerContext): Promise<SubscriptionStart> {
  return withStripe(ctx, async ({ stripe, team }) => {
    const open = team.stripeCustomerId ? await openSubscriptions(stripe, team.stripeCustomerId) : [];
    const owing = open.find((one) => one.status === 'past_due' || one.status === 'unpaid');
    const invoice = owing && latestInvoiceOf(owing);
    const clientSecret = invoice?.confirmation_secret?.client_secret;
    if (!owing || invoice?.status !== 'open' || !clientSecret) {
      // It may have been paid in the meantime.
      if (team.stripeCustomerId) await syncCustomer(ctx.app, team.stripeCustomerId);
      throw new Conflict("You don't have an unpaid invoice.");
    }
    return withIntentStatus(stripe, {
      clientSecret,
      confirm: PaymentStep.payment,
      status: owing.status,
      amount: invoice.amount_remaining,
      currency: currencyOf(invoice.currency) ?? null,
    });
  });
}
