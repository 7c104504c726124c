import type { EntityManager } from '@mikro-orm/postgresql';
import type { Limit } from '#api/security/attempts/attempts.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { loadSingleton } from '#api/db/singleton.ts';
import { isInactive } from '../packages/limits.ts';
import { Package } from '../packages/package.entity.ts';
import { Team } from '../teams/team.entity.ts';
import { Invoice } from './invoice.entity.ts';
import { PaymentSettings } from './payment-settings.entity.ts';
import { stripeFailure } from './stripe.ts';
import { finalStatuses, Subscription } from './subscription.entity.ts';
import { isUnbought } from './standing.ts';
import { stateOf } from './subscription-state.ts';
import { syncCustomer } from './sync.ts';
import type { TeamSubscription } from './team-subscription.ts';

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
    state: stateOf(team, live, now),
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
  if (isUnbought(open)) return open.package ?? null;
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
  says: 'Your subscription was read too often. Try again in a few minutes.',
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
