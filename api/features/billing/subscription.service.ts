import type { EntityManager } from '@mikro-orm/postgresql';
import type { Limit } from '#api/security/attempts/attempts.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
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

/** What the viewer's team has subscribed to, as it was last read at Stripe. */
export async function subscription({ app, viewer }: CustomerContext): Promise<TeamSubscription> {
  const em = app.orm.em.fork();
  const now = new Date();
  const team = await em.findOneOrFail(Team, viewer.team.id, { populate: ['package'] });
  const open = await openSubscription(em, team);
  // One that lacks its first card is none yet: what the team had goes on.
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

/** What a first payment, a first card or a change waits with. */
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

/** A screen that waits for a payment asks every other second for a while. */
const refreshes: Limit = {
  name: 'billing-refresh',
  attempts: 60,
  seconds: 300,
  sliding: true,
  message: 'Your subscription was read too often. Try again in a few minutes.',
};

/** The same, read at Stripe again first. @throws Conflict without keys, TooMany */
export async function refreshSubscription(ctx: CustomerContext): Promise<TeamSubscription> {
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
