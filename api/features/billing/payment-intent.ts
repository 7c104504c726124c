import type { Stripe } from './stripe.ts';
import { PaymentStep, type SubscriptionStart } from './subscription-start.ts';

/** Says where a bank only has to be asked: the browser needs no card for that. */
export async function asItStands(stripe: Stripe, start: SubscriptionStart): Promise<SubscriptionStart> {
  if (start.confirm !== PaymentStep.payment || !start.clientSecret) return start;
  const [id = ''] = start.clientSecret.split('_secret_');
  const { status } = await stripe.paymentIntents.retrieve(id);
  return status === 'requires_action' ? { ...start, status } : start;
}
