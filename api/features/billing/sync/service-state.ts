import { isInactive } from '#api/features/packages/limits.ts';
import type { Package } from '#api/features/packages/package.entity.ts';
import type { Team } from '#api/features/teams/team.entity.ts';
import { finalStatuses, type Subscription } from '../subscription.entity.ts';
import { isFree } from '../prices.ts';
import { SubscriptionState } from '../team-subscription.ts';

/** Days of service after a missed payment. */
export const graceDays = 7;

const day = 86_400_000;

/** The parts of a subscription that decide service. */
export interface SubscriptionFacts {
  stripeId: string;
  status: string;
  trialEnd: Date | null;
  endedAt: Date | null;
  pastDueSince: Date | null;
  startedAt: Date;
  /** A trial without a card: started, but never bought. */
  lacksCard: boolean;
}

/** A team before its subscriptions are considered. */
export interface TeamFacts {
  trialEndsAt: Date | null;
  activeUntil: Date | null;
  /** Its package is free, so it needs no subscription. */
  isFree: boolean;
}

/** Stripe statuses by how much service they give. Stripe may add others. */
const ranks: Record<string, number> = {
  active: 3,
  trialing: 3,
  past_due: 2,
  unpaid: 1,
  paused: 1,
  incomplete: 0,
};

export function hasEnded({ status }: Pick<SubscriptionFacts, 'status'>): boolean {
  return (finalStatuses as readonly string[]).includes(status);
}

type Ranked = Pick<SubscriptionFacts, 'status' | 'lacksCard'>;

const rankOf = ({ status, lacksCard }: Ranked): number => (lacksCard ? 0 : (ranks[status] ?? 0));

export function grantsService(one: Ranked): boolean {
  return rankOf(one) >= 2;
}

/** Whether it was started but never bought, without a payment or card. The team keeps what it had. */
export function wasNeverBought({ status, lacksCard }: Ranked): boolean {
  return lacksCard || status === 'incomplete' || status === 'incomplete_expired';
}

/** Of the subscriptions that haven't ended, the one that gives the most service, or the newest of equals. */
export function currentSubscription<T extends SubscriptionFacts>(subscriptions: readonly T[]): T | undefined {
  const live = subscriptions.filter((one) => !hasEnded(one));
  return live.toSorted(
    (a, b) =>
      rankOf(b) - rankOf(a) ||
      b.startedAt.getTime() - a.startedAt.getTime() ||
      (a.stripeId < b.stripeId ? 1 : -1),
  )[0];
}

/**
 * Until when a team is active. It only depends on Stripe's state and the team's trial, never on earlier
 * events, so missed or reordered events give the same result.
 */
export function activeUntilOf(
  team: TeamFacts,
  subscriptions: readonly SubscriptionFacts[],
  now: Date,
): Date | null {
  const live = currentSubscription(subscriptions);
  if (live && grantsService(live)) {
    if (live.status !== 'past_due') return null;
    return new Date((live.pastDueSince ?? now).getTime() + graceDays * day);
  }
  // Keep the current end for an unknown status.
  if (live && !(live.status in ranks)) return team.activeUntil;
  if (team.isFree) return null;
  const ends = subscriptions.map((one) => endOf(one, team, now)).filter((end) => end !== null);
  if (ends.length === 0) return team.activeUntil;
  return new Date(Math.max(...ends.map((end) => end.getTime()), team.trialEndsAt?.getTime() ?? 0));
}

/** When an ended subscription stopped giving service. `null` if it never gave any. */
function endOf(one: SubscriptionFacts, { activeUntil }: TeamFacts, now: Date): Date | null {
  if (wasNeverBought(one)) return null;
  const grace = one.pastDueSince && new Date(one.pastDueSince.getTime() + graceDays * day);
  const end = one.endedAt ?? grace;
  if (end && end <= now) return end;
  // Stripe doesn't report since when a subscription has been paused, and its clock may be ahead, so use the
  // time we first saw it.
  return activeUntil && activeUntil < now ? activeUntil : now;
}

/** End of the team's only trial. It is never deleted, no matter who granted the trial. */
export function trialEndOf(
  { trialEndsAt }: Pick<TeamFacts, 'trialEndsAt'>,
  subscriptions: readonly SubscriptionFacts[],
): Date | null {
  if (trialEndsAt) return trialEndsAt;
  const oldest = subscriptions
    .filter((one) => one.trialEnd && !wasNeverBought(one))
    .toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime())[0];
  return oldest?.trialEnd ?? null;
}

type TeamAccess = Pick<Team, 'trialEndsAt' | 'activeUntil'> & { package?: Package | null };

/** State shown to the team. `live` is its open subscription, unless it lacks its first card. */
export function subscriptionState(
  team: TeamAccess,
  live: Pick<Subscription, 'status'> | undefined,
  now: Date,
): SubscriptionState {
  const isActive = !isInactive(team, now);
  switch (live?.status) {
    case 'incomplete':
      return SubscriptionState.incomplete;
    case 'trialing':
      return SubscriptionState.trialing;
    case 'active':
      return SubscriptionState.active;
    case 'past_due':
      return isActive ? SubscriptionState.past_due : SubscriptionState.ended;
    case undefined:
      break;
    default:
      // For unpaid, paused or unknown statuses, the last sync decided whether service continues.
      return isActive ? SubscriptionState.active : SubscriptionState.ended;
  }
  if (!isActive) return SubscriptionState.ended;
  if (team.package && isFree(team.package)) return SubscriptionState.free;
  if (team.activeUntil) return SubscriptionState.trial;
  // Granted by the operator without a subscription.
  return team.package ? SubscriptionState.free : SubscriptionState.none;
}
