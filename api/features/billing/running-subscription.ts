import { Conflict } from '#api/lib/errors.ts';
import type { Desk } from './desk.ts';
import { isUnfinished, openAtStripe } from './open-subscriptions.ts';
import type { Stripe } from './stripe.ts';

/** Nobody can tell which of several is meant. @throws Conflict */
export function checkOnlyOne(open: readonly Stripe.Subscription[]): void {
  if (open.filter((one) => !isUnfinished(one)).length > 1)
    throw new Conflict(
      'Your team has more than one subscription at Stripe, so nothing can be changed. Contact support: one of them has to end first.',
    );
}

/** A customer's one subscription that somebody bought. @throws Conflict where there is none */
export async function runningAtStripe({ stripe, team }: Desk): Promise<Stripe.Subscription> {
  const open = team.stripeCustomerId ? await openAtStripe(stripe, team.stripeCustomerId) : [];
  checkOnlyOne(open);
  const running = open.find((one) => !isUnfinished(one)) ?? open.find(({ status }) => status === 'trialing');
  if (!running) throw new Conflict('Your team has no subscription. Choose a package first.');
  return running;
}
