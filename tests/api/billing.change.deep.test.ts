// From one package to another: what it costs is shown first, and what cannot be charged waits.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Subscription } from '#api/features/billing/subscription.entity.ts';
import { syncCustomer } from '#api/features/billing/sync/sync.store.ts';
import { Package } from '#api/features/packages/package.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { auditLog } from '#tests/support/audit-log.ts';
import { addController, addPerson, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import {
  cards,
  openShop,
  settle,
  stock,
  subscribeAtStripe,
  type PriceList,
  type Shop,
} from '#tests/support/selling.ts';
import { afterTrial, atStripe, billing, inTrial, teamOf } from './billing.customers.ts';

let shop: Shop;
let list: PriceList;
let alice: Person;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await emptyDatabase();
  list = await stock(shop);
  alice = await addPerson(shop.server, { firstName: 'Alice', package: list.starter });
});

async function subscribed(id: string, card = cards.good): Promise<void> {
  const { clientSecret } = await billing(alice).subscribe(id);
  await shop.stripe.confirm(clientSecret!, card);
  await shop.stripe.authenticate(clientSecret!, true).catch(() => undefined);
  await settle(shop);
}

const invoicesAtStripe = async () => shop.stripe.invoicesOf((await teamOf(alice)).stripeCustomerId!);

describe('An upgrade', () => {
  beforeEach(async () => {
    await afterTrial(alice);
    await subscribed(list.starter.id);
  });

  test('charges the difference immediately, to the penny as the preview said', async () => {
    const preview = await billing(alice).preview(list.professional.id);
    expect(preview).toMatchObject({ currency: 'USD', nextAmount: 2999, over: [] });
    // All of the rest goes into what is due now.
    expect(preview.credit).toBe(0);
    expect(Math.abs(preview.amountDue - 2000)).toBeLessThanOrEqual(10);
    expect(await billing(alice).change(list.professional.id)).toMatchObject({
      confirm: 'none',
      status: 'active',
    });
    expect(await billing(alice).see()).toMatchObject({
      state: 'active',
      package: { name: 'Professional Plan' },
      amount: 2999,
    });
    const charged = (await invoicesAtStripe()).at(-1)!.amount_paid;
    expect(Math.abs(charged - preview.amountDue)).toBeLessThanOrEqual(2);
    const { stripeCustomerId } = await teamOf(alice);
    const [only] = shop.stripe.subscriptionsOf(stripeCustomerId!);
    // The price of its one item is another; a second item would be paid for besides.
    expect(only!.items.data).toHaveLength(1);
    expect((await auditLog(shop.server)).map(([action]) => action)).toEqual([
      'subscription.create',
      'subscription.change',
    ]);
  });

  test('requested twice at once is charged once', async () => {
    const tries = [1, 2].map(() => billing(alice).change(list.professional.id));
    const done = await Promise.allSettled(tries);
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await invoicesAtStripe()).toHaveLength(2);
  });
});

describe('A card that can’t be charged for it', () => {
  test('makes the change wait: the old package applies until it is paid', async () => {
    await afterTrial(alice);
    await subscribed(list.starter.id);
    const { clientSecret } = await billing(alice).newCard();
    await shop.stripe.confirm(clientSecret!, cards.failsLater);
    await settle(shop);
    const start = await billing(alice).change(list.professional.id);
    expect(start).toMatchObject({ confirm: 'payment', clientSecret: expect.stringMatching(/^pi_/) });
    expect(await billing(alice).see()).toMatchObject({
      state: 'active',
      package: { name: 'Starter Plan' },
      pendingPackage: { name: 'Professional Plan' },
    });
    expect((await billing(alice).change(list.professional.id)).clientSecret).toBe(start.clientSecret);
    await shop.stripe.confirm(start.clientSecret!, cards.good);
    await settle(shop);
    expect(await billing(alice).see()).toMatchObject({
      state: 'active',
      package: { name: 'Professional Plan' },
      pendingPackage: null,
    });
  });

  test('for a change that is replaced charges no one twice', async () => {
    await afterTrial(alice);
    await subscribed(list.starter.id);
    const { clientSecret } = await billing(alice).newCard();
    await shop.stripe.confirm(clientSecret!, cards.failsLater);
    await settle(shop);
    const old = await billing(alice).change(list.professional.id);
    const start = await billing(alice).change(list.provider.id);
    expect(await shop.stripe.confirm(old.clientSecret!, cards.good)).not.toMatchObject({
      status: 'succeeded',
    });
    await shop.stripe.confirm(start.clientSecret!, cards.good);
    await settle(shop);
    expect(await billing(alice).see()).toMatchObject({ package: { name: 'Provider Plan' } });
  });
});

describe('A downgrade', () => {
  test('says what is no longer allowed, deletes nothing, and credits the rest', async () => {
    await afterTrial(alice);
    await subscribed(list.professional.id);
    await addController(alice);
    await addController(alice, { name: 'Branch', selectedSiteId: 'HOST:2' });
    const preview = await billing(alice).preview(list.starter.id);
    expect(preview).toMatchObject({
      amountDue: 0,
      // The next two months are paid by what is left.
      nextAmount: 0,
      over: ['Starter Plan allows 1 controller; you have 2.'],
    });
    expect(Math.abs(preview.credit - 2000)).toBeLessThanOrEqual(10);
    expect(await billing(alice).change(list.starter.id)).toMatchObject({ confirm: 'none', status: 'active' });
    const shown = await billing(alice).see();
    expect(shown).toMatchObject({ package: { name: 'Starter Plan' }, amount: 999 });
    expect(Math.abs(shown.creditLeft! - preview.credit)).toBeLessThanOrEqual(2);
    const back = await billing(alice).preview(list.provider.id);
    expect(Math.abs(back.amountDue - (9999 - 2999))).toBeLessThanOrEqual(20);
    expect(back).toMatchObject({ credit: 0, nextAmount: 9999 });
    const { body } = await rest(alice).get('/api/invoices');
    const bills = body as { amount: number; amountPaid: number }[];
    const taken = bills.map(({ amount, amountPaid }) => [Math.sign(amount), amountPaid]);
    expect(taken.toSorted()).toEqual([
      [-1, 0],
      [1, 2999],
    ]);
    expect(await billing(alice).usage()).toMatchObject({
      controllers: 2,
      maxControllers: 1,
      controllersBeyond: 1,
    });
  });
});

test('During the trial a change costs nothing now', async () => {
  await inTrial(shop, alice, 5);
  await subscribed(list.starter.id);
  expect(await billing(alice).preview(list.provider.id)).toMatchObject({
    amountDue: 0,
    credit: 0,
    nextAmount: 9999,
  });
  expect(await billing(alice).change(list.provider.id)).toMatchObject({
    confirm: 'none',
    status: 'trialing',
  });
  expect(await billing(alice).see()).toMatchObject({ state: 'trialing', package: { name: 'Provider Plan' } });
});

test('A customer on a package’s former price keeps both', async () => {
  await afterTrial(alice);
  await subscribed(list.starter.id);
  const dearer = shop.stripe.addPrice({ amount: 1499, currency: 'usd', name: 'Starter Plan' });
  const em = shop.server.app.orm.em.fork();
  await em.nativeUpdate(Package, { id: list.starter.id }, { price: '14.99', stripePriceIdUsd: dearer });
  const { stripeCustomerId } = await teamOf(alice);
  expect(await syncCustomer(shop.server.app, stripeCustomerId!)).toEqual([]);
  const row = await em.findOneOrFail(Subscription, { team: alice.teamId });
  expect(row).toMatchObject({ package: { id: list.starter.id }, amount: 999 });
  expect(await billing(alice).see()).toMatchObject({ package: { name: 'Starter Plan' }, amount: 999 });
  await expect(billing(alice).change(list.starter.id)).rejects.toMatchObject({
    message: 'Your team already has Starter Plan.',
  });
});

test("With two subscriptions in Stripe it's unclear which is meant, so neither is changed", async () => {
  await afterTrial(alice);
  await subscribed(list.starter.id);
  const { stripeCustomerId } = await teamOf(alice);
  await subscribeAtStripe(shop, stripeCustomerId!, 'price_professional_usd');
  await settle(shop);
  const two = {
    message:
      "Your team has more than one subscription in Stripe, so it can't be changed. Contact support to end one of them first.",
  };
  await expect(billing(alice).preview(list.provider.id)).rejects.toMatchObject(two);
  await expect(billing(alice).change(list.provider.id)).rejects.toMatchObject(two);
  await billing(alice).cancel();
  await expect(billing(alice).resume()).rejects.toMatchObject(two);
});

test('A change that isn’t possible is explained', async () => {
  const refused = (id: string) => expect(billing(alice).change(id)).rejects;
  await refused(list.starter.id).toMatchObject({
    message: 'Your team has no subscription. Choose a package first.',
  });
  await afterTrial(alice);
  await subscribed(list.starter.id);
  await refused(list.starter.id).toMatchObject({ message: 'Your team already has Starter Plan.' });
  await refused(list.free.id).toMatchObject({
    message: 'Cancel your subscription. When it has ended, you can choose Free Plan.',
  });
  await billing(alice).cancel();
  await refused(list.provider.id).toMatchObject({
    message: 'Your subscription is canceled. Resume it first.',
  });
  expect(await atStripe(shop, alice)).toEqual(['active']);
});
