import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  card,
  customer,
  customerWithCard,
  openStripeShop,
  secretOf,
  subscribe,
  subscribed,
  type StripeShop,
} from './demo.stripe-shop.ts';

let shop: StripeShop;

beforeAll(async () => void (shop = await openStripeShop()));
afterAll(() => shop.close());

it('keeps a customer until it is deleted, and remembers the deletion', async () => {
  const { stripe } = shop;
  const { id } = await stripe.customers.create({ name: 'A', metadata: { teamId: '1', a: 'b' } });
  await stripe.customers.update(id, { name: 'B', metadata: { a: '' }, email: 'b@example.org' });
  expect(await stripe.customers.retrieve(id)).toMatchObject({
    name: 'B',
    metadata: { teamId: '1' },
    email: 'b@example.org',
  });
  const { subscription } = await subscribed(shop);
  await stripe.customers.del(subscription.customer as string);
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');
  await stripe.customers.del(id);
  expect(await stripe.customers.retrieve(id)).toEqual(expect.objectContaining({ id, deleted: true }));
  await expect(stripe.customers.update(id, { name: 'C' })).rejects.toMatchObject({ statusCode: 404 });
});

it('keeps cards for their customer, but not after they are removed', async () => {
  const { stripe } = shop;
  const owner = await customerWithCard(shop);
  const { data } = await stripe.paymentMethods.list({ customer: owner.id, type: 'card' });
  const [kept] = data;
  expect(kept).toMatchObject({ customer: owner.id, card: { brand: 'visa', last4: '4242', exp_month: 12 } });
  const other = await customer(shop);
  await expect(stripe.paymentMethods.attach(kept!.id, { customer: other.id })).rejects.toThrow(
    'already been attached',
  );
  await stripe.paymentMethods.detach(kept!.id);
  expect(await stripe.customers.retrieve(owner.id)).toMatchObject({
    invoice_settings: { default_payment_method: null },
  });
  await expect(stripe.paymentMethods.attach(kept!.id, { customer: owner.id })).rejects.toThrow(
    'may not be used again',
  );
});

it('has the account of the key, prices and products', async () => {
  const { stripe } = shop;
  expect(await stripe.accounts.retrieveCurrent()).toMatchObject({ object: 'account', charges_enabled: true });
  const product = await stripe.products.create({ name: 'New Plan' });
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 1200,
    recurring: { interval: 'month' },
  });
  expect(await stripe.prices.retrieve(price.id)).toMatchObject({ unit_amount: 1200, type: 'recurring' });
  await stripe.prices.update(price.id, { active: false });
  const owner = await customer(shop);
  await expect(subscribe(shop, owner, { items: [{ price: price.id }] })).rejects.toThrow('inactive');
  expect((await stripe.prices.list({ product: product.id, active: true })).data).toEqual([]);
});

it('refunds once, and sends an event', async () => {
  const { stripe } = shop;
  const { owner } = await subscribed(shop);
  const [charge] = (await stripe.charges.list({ customer: owner.id })).data;
  await stripe.refunds.create({ charge: charge!.id, amount: 400 });
  expect(await stripe.charges.retrieve(charge!.id)).toMatchObject({ amount_refunded: 400, refunded: false });
  await stripe.refunds.create({ charge: charge!.id });
  expect(await stripe.charges.retrieve(charge!.id)).toMatchObject({ amount_refunded: 1000, refunded: true });
  await expect(stripe.refunds.create({ charge: charge!.id })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  });
  const events = await stripe.events.list({ type: 'charge.refunded' });
  expect(events.data).toHaveLength(2);
  expect(events.data[0]!.data.previous_attributes).toMatchObject({ amount_refunded: 400 });
});

it('sends an event for a disputed payment', async () => {
  const begun = await subscribe(shop, await customer(shop));
  await shop.standIn.confirm(secretOf(begun), card('4000 0000 0000 0259'));
  const [event] = (await shop.stripe.events.list({ type: 'charge.dispute.created' })).data;
  const { id, charge } = event!.data.object as { id: string; charge: string };
  expect(await shop.stripe.disputes.retrieve(id)).toMatchObject({ amount: 1000, reason: 'fraudulent' });
  expect(await shop.stripe.charges.retrieve(charge)).toMatchObject({ disputed: true, amount: 1000 });
});

it('confirms payment intents created by a server', async () => {
  const { stripe } = shop;
  const owner = await customer(shop);
  const common = { amount: 500, currency: 'gbp', customer: owner.id, confirm: true };
  const paid = await stripe.paymentIntents.create({ ...common, payment_method: 'pm_card_visa' });
  expect(paid).toMatchObject({ status: 'succeeded', amount_received: 500 });
  const away = { ...common, payment_method: 'pm_card_authenticationRequired', off_session: true };
  await expect(stripe.paymentIntents.create(away)).rejects.toMatchObject({ code: 'authentication_required' });
  await expect(stripe.paymentIntents.create({ ...common, amount: 0 })).rejects.toMatchObject({
    code: 'parameter_invalid_integer',
    param: 'amount',
  });
  const begun = await subscribe(shop, await customer(shop));
  expect(await shop.standIn.confirm('pi_none_secret_x', card())).toMatchObject({ status: 'failed' });
  expect(await shop.standIn.confirm(`${secretOf(begun)}x`, card())).toMatchObject({ status: 'failed' });
});
