import type { Stripe } from './stripe.ts';
import { finalStatuses } from './subscription.entity.ts';

/** Has a card that its owner has just confirmed charged from now on: by the customer, and by what runs. */
export async function adoptMethod(stripe: Stripe, setup: Stripe.SetupIntent): Promise<void> {
  const [customer, method] = [idOf(setup.customer), idOf(setup.payment_method)];
  if (setup.status !== 'succeeded' || !customer || !method) return;
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } });
  const { data } = await stripe.subscriptions.list({ customer, limit: 100 });
  for (const { id, status, default_payment_method: current } of data) {
    if ((finalStatuses as readonly string[]).includes(status) || idOf(current) === method) continue;
    await stripe.subscriptions.update(id, { default_payment_method: method });
  }
}

const idOf = (thing: string | { id: string } | null) => (typeof thing === 'string' ? thing : thing?.id);
