import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  card,
  cards,
  customer,
  day,
  hour,
  invoiceOf,
  openStripeShop,
  subscribe,
  subscribed,
  told,
  type StripeShop,
} from './demo.stripe-shop.ts';

let shop: StripeShop;

beforeEach(async () => void (shop = await openStripeShop()));
afterEach(() => shop.close());

const expand = ['latest_invoice.confirmation_secret'];
const pass = (time: number) => shop.standIn.clock.advance(time);
const lastBill = (id: string) => shop.standIn.invoicesOf(id).at(-1)!;

/** As our own server changes a package. */
function change(id: string, itemId: string, price: string) {
  return shop.stripe.subscriptions.update(id, {
    items: [{ id: itemId, price }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
    expand,
  });
}

/** One whose saved card no longer pays. */
async function withEmptyCard() {
  const made = await subscribed(shop);
  const setup = await shop.stripe.setupIntents.create({ customer: made.owner.id });
  await shop.standIn.confirm(setup.client_secret!, card(cards.laterDeclined));
  const { payment_method: method } = await shop.stripe.setupIntents.retrieve(setup.id);
  await shop.stripe.subscriptions.update(made.subscription.id, { default_payment_method: method as string });
  return made;
}

it('charges the difference for the rest of the month at once', async () => {
  const { owner, subscription, itemId } = await subscribed(shop);
  const [item] = subscription.items.data;
  await pass(10 * day);
  const changed = await change(subscription.id, itemId, shop.big);
  expect(changed).toMatchObject({ status: 'active', pending_update: null });
  expect(changed.items.data).toMatchObject([
    { id: itemId, price: { id: shop.big }, current_period_end: item!.current_period_end },
  ]);
  const bill = lastBill(owner.id);
  expect(bill).toMatchObject({ status: 'paid', billing_reason: 'subscription_update' });
  const [back, more] = bill.lines.data;
  expect(back!.description).toMatch(/^Unused time on Starter Plan after \d{1,2} \w+ \d{4}$/);
  expect(more!.description).toMatch(/^Remaining time on Provider Plan after/);
  expect(more!.parent.subscription_item_details.proration).toBe(true);
  expect(Math.abs(more!.amount + 3 * back!.amount)).toBeLessThanOrEqual(2);
  expect(bill.total).toBe(back!.amount + more!.amount);
  await pass(25 * day);
  expect(lastBill(owner.id)).toMatchObject({ total: 3000, status: 'paid' });
});

it('previews what would be charged, and changes nothing', async () => {
  const { owner, subscription, itemId } = await subscribed(shop);
  await pass(10 * day);
  const details = { items: [{ id: itemId, price: shop.big }], proration_behavior: 'always_invoice' as const };
  const shown = await shop.stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: details,
  });
  expect(shown).toMatchObject({ status: 'draft', number: null, billing_reason: 'subscription_update' });
  expect(shown.lines.data).toHaveLength(2);
  expect(shop.standIn.invoicesOf(owner.id)).toHaveLength(1);
  expect(shop.standIn.subscription(subscription.id)!.items.data[0]!.price.id).toBe(shop.small);
  await change(subscription.id, itemId, shop.big);
  expect(Math.abs(lastBill(owner.id).amount_due - shown.amount_due)).toBeLessThanOrEqual(1);
  const next = await shop.stripe.invoices.createPreview({ subscription: subscription.id });
  expect(next.amount_due).toBe(3000);
  const first = await shop.stripe.invoices.createPreview({
    customer: owner.id,
    subscription_details: { items: [{ price: shop.big }] },
  });
  expect(first).toMatchObject({ amount_due: 3000, billing_reason: 'subscription_create' });
});

it('adds a second item if the first is not named', async () => {
  const { subscription } = await subscribed(shop);
  const changed = await shop.stripe.subscriptions.update(subscription.id, { items: [{ price: shop.big }] });
  expect(changed.items.data.map(({ price }) => price.id)).toEqual([shop.small, shop.big]);
  const [first] = changed.items.data;
  const less = await shop.stripe.subscriptions.update(subscription.id, {
    items: [{ id: first!.id, deleted: true }],
  });
  expect(less.items.data).toHaveLength(1);
});

it('credits the rest of a larger package on the next invoice', async () => {
  const { owner, subscription, itemId } = await subscribed(shop);
  await change(subscription.id, itemId, shop.big);
  await pass(10 * day);
  await change(subscription.id, itemId, shop.small);
  const bill = lastBill(owner.id);
  expect(bill).toMatchObject({ status: 'paid', amount_due: 0 });
  expect(bill.total).toBeLessThan(0);
  const { balance } = (await shop.stripe.customers.retrieve(owner.id)) as { balance: number };
  expect(balance).toBe(bill.total);
  await pass(22 * day);
  const next = lastBill(owner.id);
  expect(next).toMatchObject({ total: 1000, starting_balance: balance, status: 'paid' });
  expect(next.amount_due).toBe(Math.max(0, 1000 + balance));
});

it('puts the difference on the next invoice on request', async () => {
  const { owner, subscription, itemId } = await subscribed(shop);
  await pass(10 * day);
  const items = [{ id: itemId, price: shop.big }];
  await shop.stripe.subscriptions.update(subscription.id, { items });
  expect(shop.standIn.invoicesOf(owner.id)).toHaveLength(1);
  await pass(22 * day);
  expect(lastBill(owner.id).lines.data).toHaveLength(3);
});

it('holds a change that could not be paid, and applies it once it is', async () => {
  const { subscription, itemId } = await withEmptyCard();
  const before = told(shop).length;
  const changed = await change(subscription.id, itemId, shop.big);
  expect(changed).toMatchObject({
    status: 'active',
    items: { data: [{ price: { id: shop.small } }] },
    pending_update: { subscription_items: [{ id: itemId, price: { id: shop.big } }] },
  });
  const secret = invoiceOf(changed).confirmation_secret!.client_secret;
  expect(await shop.standIn.confirm(secret, card())).toEqual({ status: 'succeeded' });
  const now = await shop.stripe.subscriptions.retrieve(subscription.id);
  expect(now).toMatchObject({ pending_update: null, items: { data: [{ price: { id: shop.big } }] } });
  expect(told(shop, before)).toContain('invoice.payment_failed');
  expect(told(shop, before).at(-1)).toBe('customer.subscription.pending_update_applied');
});

it('drops a change that is not paid within a day', async () => {
  const { owner, subscription, itemId } = await withEmptyCard();
  await change(subscription.id, itemId, shop.big);
  await pass(24 * hour);
  expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: 'active',
    pending_update: null,
    items: { data: [{ price: { id: shop.small } }] },
  });
  expect(lastBill(owner.id).status).toBe('void');
  expect(told(shop)).toContain('customer.subscription.pending_update_expired');
});

it('drops a pending change when its invoice is voided', async () => {
  const { subscription, itemId } = await withEmptyCard();
  const changed = await change(subscription.id, itemId, shop.big);
  await shop.stripe.invoices.voidInvoice(invoiceOf(changed).id);
  expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ pending_update: null });
});

it('refuses changes that can’t be combined with a pending price', async () => {
  const { subscription, itemId } = await subscribed(shop);
  const update = shop.stripe.subscriptions.update(subscription.id, {
    items: [{ id: itemId, price: shop.big }],
    payment_behavior: 'pending_if_incomplete',
    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
  });
  await expect(update).rejects.toThrow('Unsupported: trial_settings');
});

it('changes the price of a trial without charging', async () => {
  const owner = await customer(shop);
  const { id, items } = await subscribe(shop, owner, { trial_period_days: 14 });
  const changed = await change(id, items.data[0]!.id, shop.big);
  expect(changed).toMatchObject({ status: 'trialing', items: { data: [{ price: { id: shop.big } }] } });
  expect(shop.standIn.invoicesOf(owner.id)).toHaveLength(1);
});

it('keeps the currency of the subscription, and rejects unknown items', async () => {
  const { subscription, itemId } = await subscribed(shop);
  const dollars = shop.standIn.addPrice({ amount: 1200, currency: 'usd', name: 'Starter Plan' });
  await expect(change(subscription.id, itemId, dollars)).rejects.toThrow('only supports `usd`');
  await expect(change(subscription.id, 'si_other', shop.big)).rejects.toMatchObject({
    param: 'items[0][id]',
  });
  await shop.stripe.subscriptions.cancel(subscription.id);
  await expect(change(subscription.id, itemId, shop.big)).rejects.toThrow('A canceled subscription can only');
});
