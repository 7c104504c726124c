import type { EntityManager } from '@mikro-orm/postgresql';
import type { Limit } from '#api/security/attempts/attempts.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { loadSingleton } from '#api/db/singleton.ts';
import { Conflict } from '#api/lib/errors.ts';
import { isInactive } from '../packages/limits.ts';
import { Package } from '../packages/package.entity.ts';
import { Team } from '../teams/team.entity.ts';
import { Invoice } from './invoice.entity.ts';
import { PaymentSettings } from './payment-settings.entity.ts';
import { stripeFailure, type Stripe } from './stripe.client.ts';
import { finalStatuses, Subscription } from './subscription.entity.ts';
import { wasNeverBought, subscriptionState } from './sync/service-state.ts';
import { syncCustomer } from './sync/sync.store.ts';
import type { TeamSubscription } from './team-subscription.ts';
import { record } from '../audit/audit.service.ts';
import { withStripe, type StripeSession } from './checkout/stripe-session.store.ts';
import { abandon, isUnfinished, openSubscriptions, checkOnlyOne } from './checkout/subscriptions.client.ts';

/** The viewer's subscription as last read from Stripe. */
export async function subscription({ app, viewer }: ViewerContext): Promise<TeamSubscription> {
  const em = app.orm.em.fork();
  const now = new Date();
  const team = await em.findOneOrFail(Team, viewer.team.id, { populate: ['package'] });
  const open = await openSubscription(em, team);
  // Without its first card a subscription doesn't count yet, and the team keeps what it had.
  const live = open?.lacksCard ? undefined : open;
  const { purchasingEnabled, secretKeyTail, publishableKey } = await loadSingleton(em, PaymentSettings);
  const isOwed = live?.status === 'past_due' || live?.status === 'unpaid';
  return {
    state: subscriptionState(team, live, now),
    isActive: !isInactive(team, now),
    package: team.package,
    trialEndsAt: team.trialEndsAt,
    activeUntil: team.activeUntil ?? live?.cancelAt,
    currentPeriodEnd: live?.currentPeriodEnd,
    cancelAt: live?.cancelAt,
    amount: live?.amount,
    currency: live?.currency,
    pendingPackage: open && (await pendingPackage(em, open)),
    paymentMethod: live?.paymentMethod,
    pastDueSince: live?.pastDueSince,
    nextAttemptAt: isOwed ? await nextAttemptAt(em, team) : null,
    creditLeft: live?.creditLeft || null,
    stripeSubscriptionId: live?.stripeId,
    canPurchase: purchasingEnabled && Boolean(secretKeyTail && publishableKey),
  };
}

async function openSubscription(em: EntityManager, team: Team): Promise<Subscription | undefined> {
  const where = { team, status: { $nin: [...finalStatuses] } };
  return (await em.findOne(Subscription, where, { populate: ['package'] })) ?? undefined;
}

/** Package of a pending change, first payment or first card. */
async function pendingPackage(em: EntityManager, open: Subscription): Promise<Package | null> {
  if (wasNeverBought(open)) return open.package ?? null;
  const id = open.pendingPriceId;
  return id ? em.findOne(Package, { $or: [{ stripePriceId: id }, { stripePriceIdUsd: id }] }) : null;
}

async function nextAttemptAt(em: EntityManager, team: Team): Promise<Date | null> {
  const owed = await em.findOne(
    Invoice,
    { team, status: 'open', nextAttemptAt: { $ne: null } },
    { orderBy: { issuedAt: 'asc' } },
  );
  return owed?.nextAttemptAt ?? null;
}

/** The screen polls every other second while it waits for a payment. */
const refreshes: Limit = {
  name: 'billing-refresh',
  attempts: 60,
  seconds: 300,
  sliding: true,
  message: "You've refreshed your subscription too often. Try again in a few minutes.",
};

/** Reads the subscription from Stripe first. @throws Conflict without keys, TooMany */
export async function refreshSubscription(ctx: ViewerContext): Promise<TeamSubscription> {
  const { app, viewer } = ctx;
  await app.attempts.take(refreshes, viewer.team.id);
  const { stripeCustomerId } = await app.orm.em.fork().findOneOrFail(Team, viewer.team.id);
  if (stripeCustomerId) {
    await syncCustomer(app, stripeCustomerId).catch((error: unknown) => {
      throw stripeFailure(error);
    });
  }
  return subscription(ctx);
}

/** Statuses without service, which can end immediately. */
const withoutService = ['unpaid', 'paused'];

/**
 * Cancels the subscription at the end of the paid period, or immediately if it gives no service or is
 * unfinished. @throws Conflict if there is none
 */
export function cancelSubscription(ctx: ViewerContext): Promise<TeamSubscription> {
  return withEach(ctx, 'subscription.cancel', async ({ stripe }, open) => {
    if (open.length === 0) throw new Conflict('Your team has no subscription to cancel.');
    for (const one of open) {
      if (isUnfinished(one)) await abandon(stripe, one);
      else if (withoutService.includes(one.status)) await stripe.subscriptions.cancel(one.id);
      else await stripe.subscriptions.update(one.id, { cancel_at_period_end: true });
    }
  });
}

/** Undoes a scheduled cancellation. @throws Conflict if there is none */
export function resumeSubscription(ctx: ViewerContext): Promise<TeamSubscription> {
  return withEach(ctx, 'subscription.resume', async ({ stripe }, open) => {
    checkOnlyOne(open);
    const cancelled = open.find((one) => one.cancel_at_period_end || one.cancel_at);
    if (!cancelled)
      throw new Conflict(
        open.length > 0
          ? "Your subscription isn't canceled."
          : 'Your subscription has ended. Choose a package to subscribe again.',
      );
    const undone = cancelled.cancel_at_period_end
      ? { cancel_at_period_end: false }
      : { cancel_at: '' as const };
    await stripe.subscriptions.update(cancelled.id, undone);
  });
}

/** Changes every open subscription in Stripe, records it, and syncs the result. */
async function withEach(
  ctx: ViewerContext,
  action: string,
  work: (session: StripeSession, open: Stripe.Subscription[]) => Promise<void>,
): Promise<TeamSubscription> {
  await withStripe(ctx, async (session) => {
    const { id: subjectId, name: subject, stripeCustomerId } = session.team;
    const open = stripeCustomerId ? await openSubscriptions(session.stripe, stripeCustomerId) : [];
    await work(session, open);
    await session.em.transactional((em) =>
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
