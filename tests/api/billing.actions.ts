import { cards, subscribeAtStripe, type Shop } from '#tests/support/selling.ts';

/** What a customer can do, or have happen to them, at Stripe. */
export const actions = [
  'subscribe',
  'subscribe with a bad card',
  'subscribe and think it over',
  'subscribe with a trial',
  'change',
  'cancel at the end',
  'undo',
  'cancel now',
  'lose the card',
  'pay what is owed',
  'refund',
] as const;
export type CustomerAction = (typeof actions)[number];

const prices = ['price_starter_usd', 'price_professional_usd', 'price_provider_usd'];
const over = ['canceled', 'incomplete_expired'];

/** Does it, as far as it can be done now: one subscription at a time, as our own screens have it. */
export async function act({ api, stripe }: Shop, customer: string, action: CustomerAction): Promise<void> {
  const live = stripe.subscriptionsOf(customer).find(({ status }) => !over.includes(status));
  const price = prices[stripe.requests.length % prices.length]!;
  if (action.startsWith('subscribe')) {
    if (live) return;
    const card = { 'subscribe with a bad card': cards.declined, 'subscribe and think it over': null }[
      action as string
    ];
    const trialDays = action === 'subscribe with a trial' ? 14 : undefined;
    await subscribeAtStripe({ api, stripe }, customer, price, { card, trialDays });
    return;
  }
  if (action === 'refund') {
    const [paid] = (await api.charges.list({ customer, limit: 1 })).data;
    if (paid?.paid && !paid.refunded) await api.refunds.create({ charge: paid.id });
    return;
  }
  if (!live) return;
  const isRunning = live.status === 'active' || live.status === 'trialing';
  if (action === 'cancel now') await api.subscriptions.cancel(live.id);
  else if (action === 'pay what is owed') await payOwed({ api }, customer);
  else if (!isRunning) return;
  else if (action === 'change')
    await api.subscriptions.update(live.id, {
      items: [{ id: live.items.data[0]!.id, price }],
      proration_behavior: 'create_prorations',
    });
  else if (action === 'lose the card') {
    const bad = await api.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    await api.subscriptions.update(live.id, { default_payment_method: bad.id });
  } else await api.subscriptions.update(live.id, { cancel_at_period_end: action === 'cancel at the end' });
}

async function payOwed({ api }: Pick<Shop, 'api'>, customer: string): Promise<void> {
  const good = await api.paymentMethods.attach('pm_card_visa', { customer });
  const { data } = await api.invoices.list({ customer, status: 'open' });
  for (const { id } of data) await api.invoices.pay(id, { payment_method: good.id });
}
