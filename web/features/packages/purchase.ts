import { beforeChange } from '#web/features/billing/plan-words.ts';
import type { PackageInUseQuery } from '#web/gql/graphql.ts';

export type InUse = PackageInUseQuery['subscription'];
type Offer = { id: string; name: string; price: string };
type Who = {
  purchasingEnabled: boolean;
  signedIn: boolean;
  /** What the team of whoever is signed in has. */
  inUse?: InUse | null;
};

/** Where the button of a package leads, and what it says; none where it would be refused. */
export type Purchase = { to: string; label: string };

/** States in which there is nothing to subscribe to any more: the package is theirs. */
const settled: readonly InUse['state'][] = ['free', 'trialing', 'active', 'past_due'];

/** Whether a package is the one that the team has, also where it only tries it. */
export const isInUse = ({ id }: Pick<Offer, 'id'>, inUse: InUse | null | undefined): boolean =>
  inUse?.package?.id === id && inUse.state !== 'ended';

/**
 * The documented three ways: the waiting list while nothing is sold, the payment for whoever is signed in, and the way in
 * for a visitor, whose choice is kept. What a team has already is looked after under Billing.
 */
export function purchaseOf(offer: Offer, { purchasingEnabled, signedIn, inUse }: Who): Purchase | undefined {
  const { id, name, price } = offer;
  const isSettled = inUse !== undefined && inUse !== null && settled.includes(inUse.state);
  if (signedIn && isSettled && isInUse(offer, inUse)) return { to: '/billing', label: 'Manage in Billing' };
  if (signedIn && inUse && beforeChange(inUse)) return undefined;
  if (!purchasingEnabled) {
    const query = new URLSearchParams({ packageId: id, packageName: name });
    return { to: `/waitlist?${query.toString()}`, label: 'Registration limited - join waitlist' };
  }
  const isFree = price === '0';
  if (signedIn) {
    const label = isFree ? 'Get Started Free' : isSettled ? 'Change to this package' : 'Subscribe';
    return { to: `/subscribe?${new URLSearchParams({ package: id }).toString()}`, label };
  }
  const query = new URLSearchParams({ tab: 'register', package: id });
  return { to: `/auth?${query.toString()}`, label: isFree ? 'Get Started Free' : 'Start free trial' };
}
