import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  card,
  cards,
  customer,
  customerWithCard,
  day,
  invoiceOf,
  openStripeShop,
  secretOf,
  subscribe,
  told,
  type StripeShop,
} from './demo.stripe-shop.ts';

let shop: StripeShop;

beforeAll(async () => void (shop = await openStripeShop()));
afterAll(() => shop.close());

const seconds = (time: number) => Math.floor(time / 1000);
const retrieve = (id: string) => shop.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });

it('waits for the first payment, then is active with a paid invoice and a card', async () => {
  const owner = await customer(shop);
  const before = told(shop).length;
  const begun = await subscribe(shop, owner);
  expect(begun).toMatchObject({ status: 'incomplete', currency: 'gbp', pending_setup_intent: null });
  expect(invoiceOf(begun)).toMatchObject({
    status: 'open',
    amount_due: 1000,
    billing_reason: 'subscription_create',
    confirmation_secret: { type: 'payment_intent' },
    parent: { subscription_details: { subscription: begun.id } },
  });
  expect(begun.items.data[0]!.current_period_end).toBeGreaterThan(seconds(Date.now()) + 27 * 86_400);
  expect(begun).not.toHaveProperty('current_period_end');
  expect(await shop.standIn.confirm(secretOf(begun), card())).toEqual({ status: 'succeeded' });
  const now = await retrieve(begun.id);
  expect(now).toMatchObject({ status: 'active', default_payment_method: expect.stringMatching(/^pm_/) });
  expect(invoiceOf(now)).toMatchObject({ status: 'paid', amount_paid: 1000, amount_remaining: 0 });
  expect(told(shop, before)).toEqual([
    'customer.updated',
    'invoice.created',
    'customer.subscription.created',
    'payment_intent.created',
    'invoice.finalized',
    'payment_method.attached',
    'charge.succeeded',
    'payment_intent.succeeded',
    'invoice_payment.paid',
    'invoice.paid',
    'invoice.payment_succeeded',
    'customer.subscription.updated',
  ]);
});

it('requests a card during a trial, and charges nothing before its end', async () => {
  const owner = await customer(shop);
  const begun = await subscribe(shop, owner, { trial_period_days: 14 });
  expect(begun.status).toBe('trialing');
  expect(begun.trial_end! - begun.trial_start!).toBe(14 * 86_400);
  expect(begun.items.data[0]!.current_period_end).toBe(begun.trial_end);
  expect(invoiceOf(begun)).toMatchObject({ status: 'paid', amount_due: 0, confirmation_secret: null });
  expect(secretOf(begun)).toMatch(/^seti_.+_secret_/);
  expect(await shop.standIn.confirm(secretOf(begun), card())).toEqual({ status: 'succeeded' });
  const now = await retrieve(begun.id);
  expect(now).toMatchObject({
    status: 'trialing',
    pending_setup_intent: null,
    default_payment_method: expect.stringMatching(/^pm_/),
  });
});

it('ends a trial on request, and announces one shorter than three days immediately', async () => {
  const before = told(shop).length;
  const end = seconds(Date.now() + 2 * day);
  const begun = await subscribe(shop, await customer(shop), { trial_end: end });
  expect(begun).toMatchObject({ status: 'trialing', trial_end: end });
  expect(told(shop, before)).toContain('customer.subscription.trial_will_end');
});

it('has nothing to confirm during the trial of a customer with a saved card', async () => {
  const begun = await subscribe(shop, await customerWithCard(shop), { trial_period_days: 14 });
  expect(begun).toMatchObject({ status: 'trialing', pending_setup_intent: null });
});

it('is active immediately with a valid saved card', async () => {
  const owner = await customerWithCard(shop);
  const begun = await subscribe(shop, owner, { payment_behavior: 'allow_incomplete' });
  expect(begun).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } });
});

it('waits for authentication of a saved card that requires it each time', async () => {
  const owner = await customer(shop);
  const { id } = await shop.stripe.paymentMethods.attach('pm_card_authenticationRequired', {
    customer: owner.id,
  });
  const begun = await subscribe(shop, owner, {
    payment_behavior: 'allow_incomplete',
    default_payment_method: id,
  });
  expect(begun.status).toBe('incomplete');
  expect(shop.standIn.intent(secretOf(begun))).toMatchObject({ status: 'requires_action' });
  expect(await shop.standIn.authenticate(secretOf(begun), true)).toEqual({ status: 'succeeded' });
  expect((await retrieve(begun.id)).status).toBe('active');
});

it('refuses a customer who has no card, unless the payment may wait', async () => {
  const owner = await customer(shop);
  const refused = subscribe(shop, owner, { payment_behavior: 'allow_incomplete' });
  await expect(refused).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 400,
    code: 'resource_missing',
    message: expect.stringMatching(/^This customer has no attached payment source/),
  });
  expect(shop.standIn.subscriptionsOf(owner.id)).toEqual([]);
});

it('accepts another card after a decline, for the same payment', async () => {
  const owner = await customer(shop);
  const begun = await subscribe(shop, owner);
  const secret = secretOf(begun);
  expect(await shop.standIn.confirm(secret, card(cards.declined))).toMatchObject({
    status: 'failed',
    error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' },
  });
  expect(await shop.standIn.confirm(secret, card(cards.empty))).toMatchObject({
    error: { code: 'card_declined', decline_code: 'insufficient_funds' },
  });
  expect((await retrieve(begun.id)).status).toBe('incomplete');
  expect((await shop.stripe.paymentMethods.list({ customer: owner.id })).data).toEqual([]);
  expect(await shop.standIn.confirm(secret, card())).toEqual({ status: 'succeeded' });
  expect(await shop.standIn.confirm(secret, card())).toMatchObject({
    status: 'failed',
    error: { code: 'payment_intent_unexpected_state' },
  });
});

it('asks for authentication, and accepts a refusal', async () => {
  const begun = await subscribe(shop, await customer(shop));
  const secret = secretOf(begun);
  expect(await shop.standIn.confirm(secret, card(cards.asking))).toEqual({ status: 'requires_action' });
  expect(await shop.standIn.authenticate(secret, false)).toMatchObject({
    status: 'failed',
    error: { code: 'payment_intent_authentication_failure' },
  });
  expect((await retrieve(begun.id)).status).toBe('incomplete');
  await shop.standIn.confirm(secret, card(cards.asking));
  expect(await shop.standIn.authenticate(secret, true)).toEqual({ status: 'succeeded' });
});

it.each([
  ['a number that is none', { number: '4242424242424241' }, 'incorrect_number'],
  ['a card that is over', { expYear: 2020 }, 'invalid_expiry_year'],
  ['a month that is none', { expMonth: 13 }, 'invalid_expiry_month'],
  ['a short security code', { cvc: '1' }, 'invalid_cvc'],
])('refuses %s', async (_, wrong, code) => {
  const begun = await subscribe(shop, await customer(shop));
  const typed = { ...card(), ...wrong };
  expect(await shop.standIn.confirm(secretOf(begun), typed)).toMatchObject({
    status: 'failed',
    error: { code },
  });
});

it('gives a customer one permanent currency', async () => {
  const owner = await customer(shop);
  const dollars = shop.standIn.addPrice({ amount: 1200, currency: 'usd', name: 'Starter Plan' });
  await subscribe(shop, owner);
  expect(await shop.stripe.customers.retrieve(owner.id)).toMatchObject({ currency: 'gbp' });
  await expect(subscribe(shop, owner, { items: [{ price: dollars }] })).rejects.toThrow(
    'You cannot combine currencies on a single customer.',
  );
});

it('names the parameter of an unknown price', async () => {
  const owner = await customer(shop);
  await expect(subscribe(shop, owner, { items: [{ price: 'invalid' }] })).rejects.toMatchObject({
    statusCode: 400,
    code: 'resource_missing',
    param: 'items[0][price]',
    message: "No such price: 'invalid'",
  });
});
