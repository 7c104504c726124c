import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  card,
  cards,
  customer,
  customerWithCard,
  day,
  hour,
  invoiceOf,
  openStripeShop,
  secretOf,
  subscribe,
  subscribed,
  told,
  type StripeShop,
} from './demo.stripe-shop.ts';

let shop: StripeShop;

beforeEach(async () => void (shop = await openStripeShop()));
afterEach(() => shop.close());

const status = async (id: string) => (await shop.stripe.subscriptions.retrieve(id)).status;
const pass = (time: number) => shop.standIn.clock.advance(time);
const bills = (id: string) =>
  shop.standIn.invoicesOf(id).map((one) => [one.billing_reason, one.status, one.total]);

/** A card that was kept, and does not pay. */
const emptied = () => customerWithCard(shop, cards.laterDeclined);

it('sends an event three days before a trial ends, and then charges', async () => {
  const owner = await customerWithCard(shop);
  const { id, trial_end: end } = await subscribe(shop, owner, { trial_period_days: 14 });
  await pass(10 * day);
  expect(told(shop)).not.toContain('customer.subscription.trial_will_end');
  await pass(day + hour);
  expect(told(shop)).toContain('customer.subscription.trial_will_end');
  await pass(3 * day - hour);
  expect(await status(id)).toBe('active');
  expect(bills(owner.id)).toEqual([
    ['subscription_create', 'paid', 0],
    ['subscription_cycle', 'draft', 1000],
  ]);
  await pass(hour);
  expect(bills(owner.id)[1]).toEqual(['subscription_cycle', 'paid', 1000]);
  const { items } = await shop.stripe.subscriptions.retrieve(id);
  expect(items.data[0]!.current_period_start).toBe(end);
});

it.each([
  ['cancel', 'canceled', 'customer.subscription.deleted'],
  ['pause', 'paused', 'customer.subscription.paused'],
  ['create_invoice', 'past_due', 'invoice.payment_failed'],
] as const)('ends a trial without a card as configured: %s', async (agreed, then, event) => {
  const owner = await customer(shop);
  const { id } = await subscribe(shop, owner, {
    trial_period_days: 14,
    trial_settings: { end_behavior: { missing_payment_method: agreed } },
  });
  await pass(14 * day + 2 * hour);
  expect(await status(id)).toBe(then);
  expect(told(shop)).toContain(event);
});

it('renews every month, and sends an upcoming-invoice event without an ID a week before', async () => {
  const { owner, subscription } = await subscribed(shop);
  await pass(64 * day);
  expect(await status(subscription.id)).toBe('active');
  expect(bills(owner.id).slice(1)).toEqual([
    ['subscription_cycle', 'paid', 1000],
    ['subscription_cycle', 'paid', 1000],
  ]);
  const upcoming = shop.standIn.webhooks.events().find(({ type }) => type === 'invoice.upcoming')!;
  expect(upcoming.data.object).not.toHaveProperty('id');
  expect(upcoming.data.object).toMatchObject({ amount_due: 1000, customer: owner.id });
  const ends = shop.standIn.invoicesOf(owner.id).map(({ lines }) => lines.data[0]!.period);
  expect(ends[1]!.start).toBe(ends[0]!.end);
  expect(ends[2]!.start).toBe(ends[1]!.end);
});

it('retries a failed payment, and ends the subscription after the last attempt', async () => {
  const owner = await emptied();
  const { id } = await subscribe(shop, owner, { trial_period_days: 1 });
  await pass(day + 2 * hour);
  expect(await status(id)).toBe('past_due');
  const invoice = () => shop.standIn.invoicesOf(owner.id)[1]!;
  expect(invoice()).toMatchObject({ status: 'open', attempt_count: 1 });
  expect(invoice().next_payment_attempt).toBeGreaterThan(shop.standIn.clock.now() / 1000);
  await pass(3 * day);
  expect(invoice().attempt_count).toBe(2);
  await pass(5 * day);
  expect([invoice().attempt_count, await status(id)]).toEqual([3, 'past_due']);
  await pass(7 * day);
  expect(invoice()).toMatchObject({ attempt_count: 4, next_payment_attempt: null, status: 'open' });
  expect(await shop.stripe.subscriptions.retrieve(id)).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'payment_failed' },
  });
  expect(told(shop).filter((type) => type === 'invoice.payment_failed')).toHaveLength(4);
  expect(told(shop).at(-1)).toBe('customer.subscription.deleted');
});

it('leaves the subscription unpaid if the operator chose that, and activates it once it is paid', async () => {
  shop.standIn.ladder.finally = 'unpaid';
  const owner = await emptied();
  const { id } = await subscribe(shop, owner, { trial_period_days: 1 });
  await pass(17 * day);
  expect(await status(id)).toBe('unpaid');
  const { confirmation_secret: secret } = await shop.stripe.invoices.retrieve(
    shop.standIn.invoicesOf(owner.id)[1]!.id,
    { expand: ['confirmation_secret'] },
  );
  expect(await shop.standIn.confirm(secret!.client_secret, card())).toEqual({ status: 'succeeded' });
  expect(await status(id)).toBe('active');
});

it('charges another card, immediately or at the next attempt', async () => {
  const owner = await emptied();
  const { id } = await subscribe(shop, owner, { trial_period_days: 1 });
  await pass(day + 2 * hour);
  const open = shop.standIn.invoicesOf(owner.id)[1]!.id;
  await expect(shop.stripe.invoices.pay(open)).rejects.toMatchObject({
    type: 'StripeCardError',
    code: 'card_declined',
  });
  const method = await shop.stripe.paymentMethods.attach('pm_card_visa', { customer: owner.id });
  const paid = await shop.stripe.invoices.pay(open, { payment_method: method.id });
  expect(paid.status).toBe('paid');
  expect(await status(id)).toBe('active');
  await expect(shop.stripe.invoices.pay(open)).rejects.toThrow('Invoice is already paid');
  await shop.stripe.customers.update(owner.id, {
    invoice_settings: { default_payment_method: method.id },
  });
  await shop.stripe.subscriptions.update(id, { default_payment_method: method.id });
  await pass(32 * day);
  expect(bills(owner.id).at(-1)).toEqual(['subscription_cycle', 'paid', 1000]);
});

it('requires authentication if a renewal needs it', async () => {
  const owner = await customer(shop);
  const method = await shop.stripe.paymentMethods.attach('pm_card_authenticationRequired', {
    customer: owner.id,
  });
  const begun = await subscribe(shop, owner, {
    trial_period_days: 1,
    default_payment_method: method.id,
  });
  await shop.standIn.authenticate(secretOf(begun), true);
  await pass(day + 2 * hour);
  expect(await status(begun.id)).toBe('past_due');
  expect(told(shop)).toContain('invoice.payment_action_required');
  const invoice = shop.standIn.invoicesOf(owner.id)[1]!;
  const { confirmation_secret: secret } = await shop.stripe.invoices.retrieve(invoice.id, {
    expand: ['confirmation_secret'],
  });
  await shop.standIn.authenticate(secret!.client_secret, true);
  expect(await status(begun.id)).toBe('active');
});

it('does not require authentication again after it succeeded once', async () => {
  const { owner, subscription } = await subscribed(shop);
  const asked = await customer(shop);
  const begun = await subscribe(shop, asked);
  await shop.standIn.confirm(secretOf(begun), card(cards.asking));
  await shop.standIn.authenticate(secretOf(begun), true);
  await pass(32 * day);
  expect([await status(subscription.id), await status(begun.id)]).toEqual(['active', 'active']);
  expect(bills(asked.id)).toEqual(bills(owner.id));
});

it('expires an unpaid first payment after twenty-three hours', async () => {
  const owner = await customer(shop);
  const begun = await subscribe(shop, owner);
  await pass(22 * hour);
  expect(await status(begun.id)).toBe('incomplete');
  await pass(2 * hour);
  expect(await status(begun.id)).toBe('incomplete_expired');
  expect(bills(owner.id)).toEqual([['subscription_create', 'void', 1000]]);
  expect(await shop.standIn.confirm(secretOf(begun), card())).toMatchObject({
    status: 'failed',
    error: { code: 'payment_intent_unexpected_state' },
  });
});

it('ends at the end of the period, unless that is undone', async () => {
  const { subscription } = await subscribed(shop);
  const { id, items } = subscription;
  const end = items.data[0]!.current_period_end;
  const cancelled = await shop.stripe.subscriptions.update(id, { cancel_at_period_end: true });
  expect(cancelled).toMatchObject({
    status: 'active',
    cancel_at: end,
    cancel_at_period_end: true,
    canceled_at: expect.any(Number),
    ended_at: null,
    cancellation_details: { reason: 'cancellation_requested' },
  });
  const undone = await shop.stripe.subscriptions.update(id, { cancel_at_period_end: false });
  expect(undone).toMatchObject({
    cancel_at: null,
    canceled_at: null,
    cancellation_details: { reason: null },
  });
  await shop.stripe.subscriptions.update(id, { cancel_at_period_end: true });
  await pass(32 * day);
  expect(await shop.stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled', ended_at: end });
});

it('ends immediately, and only once', async () => {
  const { owner, subscription } = await subscribed(shop);
  const ended = await shop.stripe.subscriptions.cancel(subscription.id);
  expect(ended).toMatchObject({ status: 'canceled', cancel_at: null, ended_at: expect.any(Number) });
  await expect(shop.stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  });
  const list = (query: object) => shop.stripe.subscriptions.list({ customer: owner.id, ...query });
  expect((await list({})).data).toEqual([]);
  expect((await list({ status: 'all' })).data).toHaveLength(1);
});

it('expires an incomplete subscription when its invoice is voided or it is canceled', async () => {
  const begun = await subscribe(shop, await customer(shop));
  await shop.stripe.invoices.voidInvoice(invoiceOf(begun).id);
  expect(await status(begun.id)).toBe('incomplete_expired');
  const other = await subscribe(shop, await customer(shop));
  expect(await shop.stripe.subscriptions.cancel(other.id)).toMatchObject({ status: 'incomplete_expired' });
});

it('keeps the day of the month after shorter months', async () => {
  const { stripe } = shop;
  const frozen = Date.UTC(2027, 0, 31, 12) / 1000;
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: frozen });
  const owner = await stripe.customers.create({ test_clock: clock.id, payment_method: 'pm_card_visa' });
  const [method] = (await stripe.paymentMethods.list({ customer: owner.id })).data;
  const { id } = await subscribe(shop, owner, {
    payment_behavior: 'allow_incomplete',
    default_payment_method: method!.id,
  });
  const until = Date.UTC(2027, 3, 2) / 1000;
  const advancing = await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: until });
  expect(advancing.status).toBe('advancing');
  await expect
    .poll(async () => (await stripe.testHelpers.testClocks.retrieve(clock.id)).status)
    .toBe('ready');
  const starts = shop.standIn.invoicesOf(owner.id).map(({ lines }) => {
    return new Date(lines.data[0]!.period.start * 1000).toISOString().slice(0, 10);
  });
  expect(starts).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
  expect(await status(id)).toBe('active');
  expect((await stripe.customers.list()).data).toEqual([]);
});
