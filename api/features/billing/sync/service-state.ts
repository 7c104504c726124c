import { isInactive } from '#api/features/packages/limits.ts';
import type { Package } from '#api/features/packages/package.entity.ts';
import type { Team } from '#api/features/teams/team.entity.ts';
import { finalStatuses, type Subscription } from '../subscription.entity.ts';
import { isFree } from '../prices.ts';
import { SubscriptionState } from '../team-subscription.ts';

/** Days that a team goes on after a payment is missing. */
export const graceDays = 7;

const day = 86_400_000;

/** A subscription as far as service hangs on it. */
export interface SubscriptionFacts {
  stripeId: string;
  status: string;
  trialEnd: Date | null;
  endedAt: Date | null;
  pastDueSince: Date | null;
  startedAt: Date;
  /** A trial that nobody has given a card for: it was begun, and nothing more. */
  lacksCard: boolean;
}

/** A team as it stands before its subscriptions are looked at. */
export interface TeamFacts {
  trialEndsAt: Date | null;
  activeUntil: Date | null;
  /** Its package costs nothing, so no subscription is needed. */
  isFree: boolean;
}

/** The states of Stripe's list that we know what to make of; it is an open one. */
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

/** Whether it gives service. */
export function grantsService(one: Ranked): boolean {
  return rankOf(one) >= 2;
}

/** Whether it was begun and never bought: no payment, no card. What its team had before goes on. */
export function wasNeverBought({ status, lacksCard }: Ranked): boolean {
  return lacksCard || status === 'incomplete' || status === 'incomplete_expired';
}

/** The one that counts among those that are not over: whichever gives most, of equal ones the newest. */
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
 * Until when a team is active, by its subscriptions. It hangs on what Stripe says and on the team's trial alone, not on
 * what was heard before: in whatever order, and whatever was missed, it comes out the same.
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
  // One whose state is new to us: what was stays.
  if (live && !(live.status in ranks)) return team.activeUntil;
  if (team.isFree) return null;
  const ends = subscriptions.map((one) => endOf(one, team, now)).filter((end) => end !== null);
  if (ends.length === 0) return team.activeUntil;
  return new Date(Math.max(...ends.map((end) => end.getTime()), team.trialEndsAt?.getTime() ?? 0));
}

/** When one that gives nothing any more ceased to; null for one that never gave anything. */
function endOf(one: SubscriptionFacts, { activeUntil }: TeamFacts, now: Date): Date | null {
  if (wasNeverBought(one)) return null;
  const grace = one.pastDueSince && new Date(one.pastDueSince.getTime() + graceDays * day);
  const end = one.endedAt ?? grace;
  if (end && end <= now) return end;
  // Stripe does not say since when one is paused, and its clock may be ahead: it is when we first saw it.
  return activeUntil && activeUntil < now ? activeUntil : now;
}

/** The end of the one trial that a team has: remembered for ever, whoever gave it. */
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

/** What a team is told that it has; `live` is its subscription that is not over, unless it lacks its first card. */
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
      // Unpaid, paused, or a state that is new to us: what was read of it has said whether service goes on.
      return isActive ? SubscriptionState.active : SubscriptionState.ended;
  }
  if (!isActive) return SubscriptionState.ended;
  if (team.package && isFree(team.package)) return SubscriptionState.free;
  if (team.activeUntil) return SubscriptionState.trial;
  // Given by the operator, without a subscription.
  return team.package ? SubscriptionState.free : SubscriptionState.none;
}
