import { isInactive } from '../packages/limits.ts';
import type { Package } from '../packages/package.entity.ts';
import type { Team } from '../teams/team.entity.ts';
import { isFree } from './package-price.ts';
import type { Subscription } from './subscription.entity.ts';
import { SubscriptionState } from './team-subscription.ts';

type Standing = Pick<Team, 'trialEndsAt' | 'activeUntil'> & { package?: Package | null };

/** What a team is told that it has; `live` is its subscription that is not over, unless it lacks its first card. */
export function stateOf(
  team: Standing,
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
