import type { CustomerContext } from '#api/context.ts';
import { Conflict } from '#api/errors.ts';
import type { Currency } from '../packages/package.entity.ts';
import type { SubscriptionOffer, SubscriptionStart } from './subscription-start.ts';

export async function subscriptionOffer(
  _ctx: CustomerContext,
  _packageId: string,
): Promise<SubscriptionOffer> {
  throw new Conflict('Payments are not set up yet.');
}

export async function createSubscription(
  _ctx: CustomerContext,
  _given: { packageId: string; currency: Currency | undefined; attemptId: string | undefined },
): Promise<SubscriptionStart> {
  throw new Conflict('Payments are not set up yet.');
}
