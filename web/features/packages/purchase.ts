import { beforeChange } from '#web/features/billing/plan-words.ts';
import type { PackageInUseQuery } from '#web/gql/graphql.ts';

export type InUse = PackageInUseQuery['subscription'];
type Offer = { id: string; name: string; price: string };
type Who = {
  purchasingEnabled: boolean;
  signedIn: boolean;
  /** The subscription of the signed-in user's team. */
  inUse?: InUse | null;
};

/** The label and target of a package's button. Left out where it would be refused. */
export type Purchase = { to: string; label: string };

/** States in which the team already has the package. */
const settled: readonly InUse['state'][] = ['free', 'trialing', 'active', 'past_due'];

/** Whether the team has this package, including during a trial. */
export const isInUse = ({ id }: Pick<Offer, 'id'>, inUse: InUse | null | undefined): boolean =>
  inUse?.package?.id === id && inUse.state !== 'ended';

/**
 * The three documented targets: the waitlist while purchasing is turned off, payment for customers, and registration for
 * visitors, which keeps their choice. A team's own package leads to Billing.
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
