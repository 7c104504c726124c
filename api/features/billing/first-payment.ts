import type { Team } from '../teams/team.entity.ts';
import { endOfTrial, trialDays } from '../teams/trial.ts';

/** Milliseconds that must be left of a trial for a subscription to begin with it. */
const least = 3_600_000;

/** What a subscription begins with. */
export interface Beginning {
  /** Null: it is paid at once. */
  firstPaymentAt: Date | null;
  /** As Stripe takes it. */
  trial: { trial_end: number } | { trial_period_days: number } | undefined;
}

/** A team has one trial for ever: what is left of the one that it began with, or a whole one where it never had any. */
export function beginningOf({ trialEndsAt }: Pick<Team, 'trialEndsAt'>, now: Date): Beginning {
  if (!trialEndsAt)
    return { firstPaymentAt: endOfTrial(now.getTime()), trial: { trial_period_days: trialDays } };
  if (trialEndsAt.getTime() - now.getTime() <= least) return { firstPaymentAt: null, trial: undefined };
  const seconds = Math.floor(trialEndsAt.getTime() / 1000);
  return { firstPaymentAt: new Date(seconds * 1000), trial: { trial_end: seconds } };
}
