import type { CustomerContext } from '#api/graphql/context.ts';
import { Conflict } from '#api/lib/errors.ts';
import { record } from '../audit/audit.service.ts';
import { atDesk, type Desk } from './desk.ts';
import { abandon, isUnfinished, openAtStripe } from './open-subscriptions.ts';
import { checkOnlyOne } from './running-subscription.ts';
import type { Stripe } from './stripe.ts';
import { subscription } from './subscription.service.ts';
import type { TeamSubscription } from './team-subscription.ts';
import { syncCustomer } from './sync.ts';

/** States that give no service: there is nothing to wait for until such a one ends. */
const withoutService = ['unpaid', 'paused'];

/**
 * Ends the subscription with what is paid for; one that gives nothing, or was only begun, at once. @throws Conflict where
 * there is none
 */
export function cancelSubscription(ctx: CustomerContext): Promise<TeamSubscription> {
  return withEach(ctx, 'subscription.cancel', async ({ stripe }, open) => {
    if (open.length === 0) throw new Conflict('Your team has no subscription to cancel.');
    for (const one of open) {
      if (isUnfinished(one)) await abandon(stripe, one);
      else if (withoutService.includes(one.status)) await stripe.subscriptions.cancel(one.id);
      else await stripe.subscriptions.update(one.id, { cancel_at_period_end: true });
    }
  });
}

/** Takes a cancellation back, while it has not happened. @throws Conflict where there is none */
export function resumeSubscription(ctx: CustomerContext): Promise<TeamSubscription> {
  return withEach(ctx, 'subscription.resume', async ({ stripe }, open) => {
    checkOnlyOne(open);
    const cancelled = open.find((one) => one.cancel_at_period_end || one.cancel_at);
    if (!cancelled)
      throw new Conflict(
        open.length > 0
          ? 'Your subscription is not cancelled.'
          : 'Your subscription has ended. Choose a package to begin anew.',
      );
    const undone = cancelled.cancel_at_period_end
      ? { cancel_at_period_end: false }
      : { cancel_at: '' as const };
    await stripe.subscriptions.update(cancelled.id, undone);
  });
}

/** Does something with what the team has at Stripe, writes it down, and reads what came of it. */
async function withEach(
  ctx: CustomerContext,
  action: string,
  work: (desk: Desk, open: Stripe.Subscription[]) => Promise<void>,
): Promise<TeamSubscription> {
  await atDesk(ctx, async (desk) => {
    const { id: subjectId, name: subject, stripeCustomerId } = desk.team;
    const open = stripeCustomerId ? await openAtStripe(desk.stripe, stripeCustomerId) : [];
    await work(desk, open);
    await desk.em.transactional((em) =>
      record(em, ctx, {
        action,
        subject,
        subjectId,
        after: { stripeSubscriptionId: open.map(({ id }) => id).join(', ') },
      }),
    );
    if (stripeCustomerId) await syncCustomer(ctx.app, stripeCustomerId);
  });
  return subscription(ctx);
}
