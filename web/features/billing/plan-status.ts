import type { PlanStandingFieldsFragment } from '#web/gql/graphql.ts';
import { formatDate, formatDateTime } from '#web/lib/format.ts';
import type { State } from '#web/ui/StateIcon.tsx';
import { isLive, isUnfinished } from './plan-words.ts';

const DAY = 24 * 60 * 60_000;
/** Days before the end of a trial from which every screen mentions it. */
const SOON = 5;

export type PlanStatus = {
  state: State;
  title: string;
  /** The consequences. */
  more: string;
  /** Where the owner can fix it. */
  way?: { to: string; label: string };
  /** Can't be dismissed. */
  isCritical: boolean;
  /** Shown on every screen, not only on /billing. */
  isEverywhere: boolean;
};

/** Days left, rounded up: 1 on the last day. */
const daysUntil = (moment: string, now: number) => Math.ceil((Date.parse(moment) - now) / DAY);

/** The notice about the team's plan. `undefined` while all is well. */
export function planStatusOf(plan: PlanStandingFieldsFragment, now: number): PlanStatus | undefined {
  if (!plan.isActive) return paused(plan);
  if (plan.state === 'past_due') return pastDue(plan);
  if (plan.state === 'trial' && plan.trialEndsAt) return onTrial(plan, plan.trialEndsAt, now);
  if (plan.cancelAt) return cancelled(plan, plan.cancelAt);
  if (isUnfinished(plan)) return unfinished(plan, now);
  return undefined;
}

function paused(plan: PlanStandingFieldsFragment): PlanStatus {
  const { activeUntil, trialEndsAt } = plan;
  if (isLive(plan)) return unpaid(plan);
  const what = activeUntil && activeUntil === trialEndsAt ? 'Your trial' : 'Your subscription';
  return {
    state: 'critical',
    title: `Monitoring is paused. ${what} ended${activeUntil ? ` on ${formatDate(new Date(activeUntil))}` : ''}.`,
    more: 'We’re not checking your networks or sending alerts. Your history is kept for the retention period of your package.',
    way: wayToSubscribe(plan),
    isCritical: true,
    isEverywhere: true,
  };
}

/** The subscription still exists in Stripe, so paying resumes it. */
function unpaid({ pastDueSince }: PlanStandingFieldsFragment): PlanStatus {
  const since = pastDueSince ? ` due ${formatDate(new Date(pastDueSince))}` : '';
  return {
    state: 'critical',
    title: `Monitoring is paused. We haven’t received the payment${since}.`,
    more: 'We’re not checking your networks or sending alerts. Monitoring resumes as soon as you pay.',
    way: { to: '/billing?open=pay', label: 'Pay now' },
    isCritical: true,
    isEverywhere: true,
  };
}

function pastDue({ pastDueSince, activeUntil, nextAttemptAt }: PlanStandingFieldsFragment): PlanStatus {
  const since = pastDueSince ? ` due ${formatDate(new Date(pastDueSince))}` : '';
  const until = activeUntil ? ` Monitoring continues until ${formatDate(new Date(activeUntil))}.` : '';
  return {
    state: 'critical',
    title: `The payment${since} failed.${until}`,
    more: nextAttemptAt
      ? `We’ll try your card again on ${formatDate(new Date(nextAttemptAt))}.`
      : 'We won’t try your card again automatically.',
    way: { to: '/billing?open=card', label: 'Update card' },
    isCritical: true,
    isEverywhere: true,
  };
}

function onTrial(plan: PlanStandingFieldsFragment, endsAt: string, now: number): PlanStatus {
  const days = daysUntil(endsAt, now);
  const isSoon = days <= SOON;
  return {
    state: isSoon ? 'warning' : 'info',
    title:
      days <= 1
        ? `Your trial ends ${formatDateTime(new Date(endsAt))}.`
        : `${days} days left in your trial, until ${formatDate(new Date(endsAt))}.`,
    more: 'Subscribe to keep monitoring after that. Nothing is deleted.',
    way: wayToSubscribe(plan),
    isCritical: false,
    isEverywhere: isSoon,
  };
}

function unfinished(plan: PlanStandingFieldsFragment, now: number): PlanStatus {
  const { state, trialEndsAt } = plan;
  const name = plan.package?.name ?? 'The subscription';
  const way = plan.package && { to: `/subscribe?package=${plan.package.id}`, label: 'Finish subscribing' };
  const common = { state: 'warning', way: way ?? undefined, isCritical: false } as const;
  if (state === 'incomplete')
    return {
      ...common,
      title: 'Your first payment hasn’t gone through.',
      more: 'Your subscription becomes active once it’s paid.',
      isEverywhere: false,
    };
  const ends = trialEndsAt ? ` on ${formatDate(new Date(trialEndsAt))}` : '';
  return {
    ...common,
    title: `Add a card to keep ${name}. The trial ends${ends}.`,
    more: 'You won’t be charged before then. Without a card, monitoring pauses. Nothing is deleted.',
    isEverywhere: trialEndsAt != null && daysUntil(trialEndsAt, now) <= SOON,
  };
}

function cancelled({ package: plan }: PlanStandingFieldsFragment, cancelAt: string): PlanStatus {
  return {
    state: 'warning',
    title: `${plan?.name ?? 'The subscription'} is canceled and ends on ${formatDate(new Date(cancelAt))}.`,
    more: 'Monitoring continues until then, and you can still keep the subscription. You won’t be charged again.',
    isCritical: false,
    isEverywhere: false,
  };
}

/** Checkout for the current package, or the price list if there is none or nothing is for sale. */
const wayToSubscribe = ({ canPurchase, package: plan }: PlanStandingFieldsFragment) =>
  canPurchase && plan
    ? { to: `/subscribe?package=${plan.id}`, label: 'Subscribe' }
    : { to: '/packages', label: 'See packages' };
