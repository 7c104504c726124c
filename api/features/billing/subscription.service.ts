import type { CustomerContext } from '#api/context.ts';
import { Team } from '../teams/team.entity.ts';
import { loadSingleton } from '#api/singleton.ts';
import { finalStatuses, Subscription } from './subscription.entity.ts';
import { PaymentSettings } from './payment-settings.entity.ts';
import { SubscriptionState, type TeamSubscription } from './team-subscription.ts';

/** What the viewer's team has subscribed to, as it was last read at Stripe. */
export async function subscription({ em, viewer }: CustomerContext): Promise<TeamSubscription> {
  const team = await em.findOneOrFail(Team, viewer.team.id, { populate: ['package'], refresh: true });
  const live = await em.findOne(
    Subscription,
    { team, status: { $nin: [...finalStatuses] } },
    { populate: ['package'] },
  );
  const { purchasingEnabled, secretKeyTail } = await loadSingleton(em, PaymentSettings);
  return {
    state: SubscriptionState.none,
    isActive: !team.activeUntil || team.activeUntil > new Date(),
    package: team.package,
    trialEndsAt: team.trialEndsAt,
    activeUntil: team.activeUntil,
    stripeSubscriptionId: live?.stripeId,
    canPurchase: purchasingEnabled && Boolean(secretKeyTail),
  };
}

export async function refreshSubscription(ctx: CustomerContext): Promise<TeamSubscription> {
  return subscription(ctx);
}
