import type { PlanStandingFieldsFragment } from '#web/gql/graphql.ts';
import { dayAndTime, dayOf } from '#web/lib/dates.ts';
import type { State } from '#web/ui/StateShape.tsx';
import { isLive, isUnfinished } from './plan-words.ts';

const DAY = 24 * 60 * 60_000;
/** From how many days before its end a trial is spoken of everywhere. */
const SOON = 5;

export type PlanStatus = {
  state: State;
  title: string;
  /** What follows from it. */
  more: string;
  /** Where it can be mended, for the owner. */
  way?: { to: string; label: string };
  /** Known to be wrong or paused: it is not put aside. */
  isCritical: boolean;
  /** Told on every screen, not on /billing alone. */
  isEverywhere: boolean;
};

/** Whole days until then, begun ones counted: 1 on the last. */
const daysUntil = (moment: string, now: number) => Math.ceil((Date.parse(moment) - now) / DAY);

/** What there is to say of how the team's plan stands; nothing while all is well. */
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
  const what = activeUntil && activeUntil === trialEndsAt ? 'the trial' : 'the subscription';
  return {
    state: 'critical',
    title: `Watching is paused: ${what} ended${activeUntil ? ` on ${dayOf(new Date(activeUntil))}` : ''}.`,
    more: 'No network is read and nothing is sent. What was recorded stays for the days of the package.',
    way: wayToSubscribe(plan),
    isCritical: true,
    isEverywhere: true,
  };
}

/** It is not over at Stripe: paying goes on with it. */
function unpaid({ pastDueSince }: PlanStandingFieldsFragment): PlanStatus {
  const since = pastDueSince ? ` of ${dayOf(new Date(pastDueSince))}` : '';
  return {
    state: 'critical',
    title: `Watching is paused: the payment${since} is missing.`,
    more: 'No network is read and nothing is sent. Both go on as soon as it is paid.',
    way: { to: '/billing?open=pay', label: 'Pay now' },
    isCritical: true,
    isEverywhere: true,
  };
}

function pastDue({ pastDueSince, activeUntil, nextAttemptAt }: PlanStandingFieldsFragment): PlanStatus {
  const since = pastDueSince ? ` of ${dayOf(new Date(pastDueSince))}` : '';
  const until = activeUntil ? ` Watching goes on until ${dayOf(new Date(activeUntil))}.` : '';
  return {
    state: 'critical',
    title: `The payment${since} failed.${until}`,
    more: nextAttemptAt
      ? `The card is tried again on ${dayOf(new Date(nextAttemptAt))}.`
      : 'The card is not tried again by itself.',
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
        ? `The trial ends ${dayAndTime(new Date(endsAt))}.`
        : `${days} days left of the trial, until ${dayOf(new Date(endsAt))}.`,
    more: 'Without a subscription watching pauses then; nothing is deleted.',
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
      title: 'The first payment is missing.',
      more: 'The subscription was begun, and begins to count when it is paid.',
      isEverywhere: false,
    };
  const ends = trialEndsAt ? ` on ${dayOf(new Date(trialEndsAt))}` : '';
  return {
    ...common,
    title: `A card is missing: ${name} ends with its trial${ends}.`,
    more: 'Nothing is charged before. Without a card watching pauses then; nothing is deleted.',
    isEverywhere: trialEndsAt != null && daysUntil(trialEndsAt, now) <= SOON,
  };
}

function cancelled({ package: plan }: PlanStandingFieldsFragment, cancelAt: string): PlanStatus {
  return {
    state: 'warning',
    title: `${plan?.name ?? 'The subscription'} is cancelled and ends on ${dayOf(new Date(cancelAt))}.`,
    more: 'Until then everything goes on as before, and it can be taken back. Nothing more is charged.',
    isCritical: false,
    isEverywhere: false,
  };
}

/** To the payment of the package one has, or to the price list where nothing can be bought or there is none. */
const wayToSubscribe = ({ canPurchase, package: plan }: PlanStandingFieldsFragment) =>
  canPurchase && plan
    ? { to: `/subscribe?package=${plan.id}`, label: 'Subscribe' }
    : { to: '/packages', label: 'See packages' };
