// Prices at Stripe that are replaced on the price list while someone pays them, or that nothing here can hold.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { syncCustomer } from '#api/features/billing/sync/sync.store.ts';
import { Package } from '#api/features/packages/package.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { outboxMails } from '#tests/support/mailbox.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { cards, openShop, settle, stock, type PriceList, type Shop } from '#tests/support/selling.ts';
import { Subscription } from '#api/features/billing/subscription.entity.ts';
import { afterTrial, billing, teamOf } from './billing.customers.ts';

let shop: Shop;
let list: PriceList;
let alice: Person;
let ada: Person;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await emptyDatabase();
  list = await stock(shop);
  ({ alice, ada } = await enter(shop.server));
  await afterTrial(alice);
});

const rows = () => shop.server.app.orm.em.fork();

/** The operator sells a package by another price from now on. */
async function replace({ id, name }: Package, amount: number): Promise<string> {
  const price = shop.stripe.addPrice({ amount, currency: 'usd', name });
  await rows().nativeUpdate(Package, { id }, { stripePriceIdUsd: price });
  return price;
}

async function subscribed({ id }: Package): Promise<void> {
  const { clientSecret } = await billing(alice).subscribe(id);
  await shop.stripe.confirm(clientSecret!, cards.good);
  await settle(shop);
}

describe('A replaced price', () => {
  test('keeps the package for its existing payers, with the right receipt, and causes no drift', async () => {
    const { clientSecret } = await billing(alice).subscribe(list.professional.id);
    await replace(list.professional, 3999);
    await shop.stripe.confirm(clientSecret!, cards.good);
    await settle(shop);
    expect(await billing(alice).see()).toMatchObject({
      state: 'active',
      package: { name: 'Professional Plan' },
      amount: 2999,
    });
    const [receipt] = await outboxMails(shop.server, { kind: 'billing-receipt' });
    expect(receipt?.text).toContain('Professional Plan');
    const { stripeCustomerId } = await teamOf(alice);
    expect(await syncCustomer(shop.server.app, stripeCustomerId!)).toEqual([]);
  });

  test('keeps the package even if the subscription was never read before', async () => {
    const { clientSecret } = await billing(alice).subscribe(list.professional.id);
    await rows().nativeDelete(Subscription, {});
    await replace(list.professional, 3999);
    await shop.stripe.confirm(clientSecret!, cards.good);
    await settle(shop);
    expect(await billing(alice).see()).toMatchObject({
      package: { name: 'Professional Plan' },
      amount: 2999,
    });
  });

  test('gives the new package once a change at that price is paid', async () => {
    await subscribed(list.starter);
    const card = await billing(alice).newCard();
    await shop.stripe.confirm(card.clientSecret!, cards.failsLater);
    await settle(shop);
    const { clientSecret } = await billing(alice).change(list.provider.id);
    await replace(list.provider, 12_999);
    await shop.stripe.confirm(clientSecret!, cards.good);
    await settle(shop);
    expect(await billing(alice).see()).toMatchObject({ package: { name: 'Provider Plan' }, amount: 9999 });
  });

  test("can't become another package’s while someone pays it", async () => {
    await subscribed(list.starter);
    await replace(list.starter, 1499);
    const price = 'price_starter_usd';
    const refusal = {
      status: 400,
      body: {
        fields: {
          stripePriceIdUsd: "Subscribers of Starter Plan still pay this price, so it can't be reused",
        },
      },
    };
    const change = (id: string) => rest(ada).put(`/api/admin/packages/${id}`, { stripePriceIdUsd: price });
    expect(await change(list.provider.id)).toMatchObject(refusal);
    const fresh = { name: 'New', price: '5', currency: 'USD', stripePriceIdUsd: price };
    expect(await rest(ada).post('/api/admin/packages', fresh)).toMatchObject(refusal);
    expect(await change(list.starter.id)).toMatchObject({ status: 200 });
    expect((await teamOf(alice)).package?.name).toBe('Starter Plan');
  });
});

test('A price too high to store is reported, and is not sold', async () => {
  await replace(list.starter, 2_147_483_648);
  await rows().nativeUpdate(Package, { id: list.starter.id }, { stripePriceId: null });
  const said = {
    message: "Starter Plan can't be bought at the moment: its USD price is too high in Stripe.",
  };
  await expect(billing(alice).offer(list.starter.id)).rejects.toMatchObject(said);
  await expect(billing(alice).subscribe(list.starter.id)).rejects.toMatchObject(said);
});
