import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BillingNotice } from '#api/features/billing/notices/billing-notice.entity.ts';
import { Invoice } from '#api/features/billing/invoice.entity.ts';
import { Subscription } from '#api/features/billing/subscription.entity.ts';
import { syncCustomer } from '#api/features/billing/sync/sync.store.ts';
import { Controller } from '#api/features/controllers/controller.entity.ts';
import { Package } from '#api/features/packages/package.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addController, enter, type Cast } from '#tests/support/people.ts';
import {
  addCustomerAtStripe,
  openShop,
  pass,
  settle,
  stock,
  subscribeAtStripe,
  type PriceList,
  type Shop,
} from '#tests/support/selling.ts';

const day = 86_400_000;
let shop: Shop;
let cast: Cast;
let list: PriceList;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await emptyDatabase();
  Object.assign(shop.stripe.ladder, { days: [1, 3, 5], finally: 'canceled' });
  list = await stock(shop);
  cast = await enter(shop.server);
});

const rows = () => shop.server.app.orm.em.fork();
const team = () => rows().findOneOrFail(Team, cast.alice.teamId, { populate: ['package'] });
const subscriptions = () => rows().find(Subscription, { team: cast.alice.teamId }, { populate: ['package'] });
const only = async () => {
  const found = await subscriptions();
  expect(found).toHaveLength(1);
  return found[0]!;
};
/** A trial as registration gives it. */
const onTrial = (days: number, plan = list.starter) => {
  const end = new Date(Date.now() + days * day);
  const fields = { trialEndsAt: end, activeUntil: end, package: plan };
  return rows()
    .nativeUpdate(Team, { id: cast.alice.teamId }, fields)
    .then(() => end);
};

describe('A paid subscription', () => {
  test('gives its package without an end date, through the webhook alone', async () => {
    await onTrial(3);
    const customer = await addCustomerAtStripe(shop, cast.alice);
    const made = await subscribeAtStripe(shop, customer, 'price_professional_gbp');
    await settle(shop);
    expect(await only()).toMatchObject({
      stripeId: made.id,
      status: 'active',
      priceId: 'price_professional_gbp',
      amount: 2999,
      currency: 'GBP',
      package: { name: 'Professional Plan' },
      paymentMethod: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 },
      cancelAt: null,
      endedAt: null,
      pastDueSince: null,
    });
    expect(await team()).toMatchObject({ activeUntil: null, package: { name: 'Professional Plan' } });
    const [invoice] = await rows().find(Invoice, { team: cast.alice.teamId });
    expect(invoice).toMatchObject({ status: 'paid', total: 2999, amountPaid: 2999, amountRemaining: 0 });
  });

  test('is found by its customer if its team reference was lost', async () => {
    const customer = await addCustomerAtStripe(shop, cast.alice, { noted: false });
    await subscribeAtStripe(shop, customer, 'price_starter_usd');
    await settle(shop);
    expect(await team()).toMatchObject({ stripeCustomerId: customer, package: { name: 'Starter Plan' } });
  });

  test("of another customer than the team’s doesn't change the team", async () => {
    await addCustomerAtStripe(shop, cast.alice);
    const other = await addCustomerAtStripe(shop, cast.alice, { noted: false });
    await subscribeAtStripe(shop, other, 'price_starter_usd');
    await settle(shop);
    expect(await subscriptions()).toEqual([]);
  });

  test('stops monitoring what exceeds its limits, and resumes with a larger package', async () => {
    for (let more = 0; more < 2; more++) await addController(cast.alice);
    const customer = await addCustomerAtStripe(shop, cast.alice);
    const { id, items } = await subscribeAtStripe(shop, customer, 'price_starter_usd');
    await settle(shop);
    const beyond = () => rows().count(Controller, { team: cast.alice.teamId, overLimit: true });
    expect(await beyond()).toBe(2);
    await shop.api.subscriptions.update(id, {
      items: [{ id: items.data[0]!.id, price: 'price_professional_usd' }],
      proration_behavior: 'none',
    });
    await settle(shop);
    expect(await beyond()).toBe(0);
    expect((await team()).package?.name).toBe('Professional Plan');
  });

  test('with a price of no package keeps the package, and is reported as drift', async () => {
    await rows().nativeUpdate(Team, { id: cast.alice.teamId }, { package: list.provider });
    const price = shop.stripe.addPrice({ amount: 500, currency: 'usd', name: 'Something else' });
    const customer = await addCustomerAtStripe(shop, cast.alice);
    await subscribeAtStripe(shop, customer, price);
    const found = await syncCustomer(shop.server.app, customer);
    expect(found).toContainEqual({
      teamName: "Alice's company",
      what: 'No package has the price of the subscription',
      stored: null,
      atStripe: price,
      mended: false,
    });
    expect(await team()).toMatchObject({ activeUntil: null, package: { name: 'Provider Plan' } });
    expect(await only()).toMatchObject({ amount: 500, package: null });
  });

  test('next to another one: the newest counts, and the other is reported as drift', async () => {
    const customer = await addCustomerAtStripe(shop, cast.alice);
    const older = await subscribeAtStripe(shop, customer, 'price_starter_usd');
    await settle(shop);
    await pass(shop, 1);
    const newer = await subscribeAtStripe(shop, customer, 'price_professional_usd');
    await settle(shop);
    expect(await only()).toMatchObject({ stripeId: newer.id });
    const found = await syncCustomer(shop.server.app, customer);
    expect(found).toMatchObject([
      { what: "A second subscription that hasn't ended", atStripe: `${older.id}, active`, mended: false },
    ]);
    await shop.api.subscriptions.cancel(newer.id);
    await settle(shop);
    const kept = await subscriptions();
    expect(kept.map(({ stripeId, status }) => [stripeId, status]).toSorted()).toEqual(
      [
        [older.id, 'active'],
        [newer.id, 'canceled'],
      ].toSorted(),
    );
    expect(await team()).toMatchObject({ activeUntil: null, package: { name: 'Starter Plan' } });
  });
});

describe('An unpaid subscription', () => {
  test('changes nothing while it waits for its first payment', async () => {
    const end = await onTrial(3);
    const customer = await addCustomerAtStripe(shop, cast.alice);
    await subscribeAtStripe(shop, customer, 'price_provider_usd', { card: null });
    await settle(shop);
    expect(await only()).toMatchObject({ status: 'incomplete' });
    expect(await team()).toMatchObject({ activeUntil: end, package: { name: 'Starter Plan' } });
    await pass(shop, 2);
    expect(await only()).toMatchObject({ status: 'incomplete_expired' });
    expect(await team()).toMatchObject({ activeUntil: end, package: { name: 'Starter Plan' } });
  });

  test('gives seven days of grace, continues when it is paid, and ends when it is not', async () => {
    const customer = await addCustomerAtStripe(shop, cast.alice);
    const { id } = await subscribeAtStripe(shop, customer, 'price_professional_usd');
    const bad = await shop.api.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    await shop.api.subscriptions.update(id, { default_payment_method: bad.id });
    await pass(shop, 32);
    const owed = await only();
    expect(owed.status).toBe('past_due');
    expect(owed.pastDueSince).not.toBeNull();
    expect((await team()).activeUntil?.getTime()).toBe(owed.pastDueSince!.getTime() + 7 * day);
    const good = await shop.api.paymentMethods.attach('pm_card_visa', { customer });
    const [open] = (await shop.api.invoices.list({ customer, status: 'open' })).data;
    await shop.api.invoices.pay(open!.id, { payment_method: good.id });
    await settle(shop);
    expect(await only()).toMatchObject({ status: 'active', pastDueSince: null });
    expect((await team()).activeUntil).toBeNull();
    await shop.api.subscriptions.update(id, { default_payment_method: bad.id });
    await pass(shop, 60);
    expect(await only()).toMatchObject({ status: 'canceled' });
    const { activeUntil, package: plan } = await team();
    expect(activeUntil!.getTime()).toBeLessThanOrEqual(Date.now());
    expect(plan?.name).toBe('Professional Plan');
  });

  test('ends a team’s service where Stripe says unpaid', async () => {
    shop.stripe.ladder.finally = 'unpaid';
    const customer = await addCustomerAtStripe(shop, cast.alice);
    const { id } = await subscribeAtStripe(shop, customer, 'price_professional_usd');
    const bad = await shop.api.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    await shop.api.subscriptions.update(id, { default_payment_method: bad.id });
    await pass(shop, 60);
    expect(await only()).toMatchObject({ status: 'unpaid' });
    expect((await team()).activeUntil!.getTime()).toBeLessThanOrEqual(Date.now());
  });
});

describe('A trial', () => {
  test('in Stripe has no fixed end until it ends, and is remembered permanently', async () => {
    await rows().nativeUpdate(Team, { id: cast.alice.teamId }, { activeUntil: new Date(Date.now() - day) });
    const customer = await addCustomerAtStripe(shop, cast.alice);
    const { id, trial_end: end } = await subscribeAtStripe(shop, customer, 'price_professional_usd', {
      trialDays: 14,
    });
    await settle(shop);
    expect(await only()).toMatchObject({ status: 'trialing', trialEnd: new Date(end! * 1000) });
    expect(await team()).toMatchObject({ activeUntil: null, trialEndsAt: new Date(end! * 1000) });
    await shop.api.subscriptions.cancel(id);
    await settle(shop);
    // What was promised is kept: it is over when it would have been.
    expect(await team()).toMatchObject({ activeUntil: new Date(end! * 1000) });
  });

  test('of a team that subscribes and cancels continues until its own end', async () => {
    const end = await onTrial(9);
    const customer = await addCustomerAtStripe(shop, cast.alice);
    const { id } = await subscribeAtStripe(shop, customer, 'price_professional_usd');
    await settle(shop);
    await shop.api.subscriptions.cancel(id);
    await settle(shop);
    expect(await team()).toMatchObject({ activeUntil: end, trialEndsAt: end });
  });
});

describe('Cancelling', () => {
  test('at the end of the period keeps everything until then', async () => {
    const customer = await addCustomerAtStripe(shop, cast.alice);
    const { id } = await subscribeAtStripe(shop, customer, 'price_professional_usd');
    await shop.api.subscriptions.update(id, { cancel_at_period_end: true });
    await settle(shop);
    const { cancelAt, currentPeriodEnd, status } = await only();
    expect([status, cancelAt]).toEqual(['active', currentPeriodEnd]);
    expect((await team()).activeUntil).toBeNull();
    await shop.api.subscriptions.update(id, { cancel_at_period_end: false });
    await settle(shop);
    expect(await only()).toMatchObject({ cancelAt: null });
  });

  test('leaves a team that switched to a free package active', async () => {
    const customer = await addCustomerAtStripe(shop, cast.alice);
    const { id } = await subscribeAtStripe(shop, customer, 'price_professional_usd');
    await settle(shop);
    await shop.api.subscriptions.cancel(id);
    await settle(shop);
    await rows().nativeUpdate(Team, { id: cast.alice.teamId }, { package: list.free, activeUntil: null });
    await syncCustomer(shop.server.app, customer);
    expect(await team()).toMatchObject({ activeUntil: null, package: { name: 'Free Plan' } });
  });

  test('by deleting the customer ends the service, and frees the team for another customer', async () => {
    const customer = await addCustomerAtStripe(shop, cast.alice);
    await subscribeAtStripe(shop, customer, 'price_professional_usd');
    await settle(shop);
    await shop.api.customers.del(customer);
    await settle(shop);
    expect(await only()).toMatchObject({ status: 'canceled' });
    expect((await team()).stripeCustomerId).toBeNull();
    expect((await team()).activeUntil!.getTime()).toBeLessThanOrEqual(Date.now());
  });
});

describe('Reading a customer', () => {
  test('many times at once has the same result, and notifies no one twice', async () => {
    const customer = await addCustomerAtStripe(shop, cast.alice);
    await subscribeAtStripe(shop, customer, 'price_professional_usd');
    const all = await Promise.all(Array.from({ length: 8 }, () => syncCustomer(shop.server.app, customer)));
    expect(all.filter((found) => found!.length > 0)).toHaveLength(1);
    expect(await subscriptions()).toHaveLength(1);
    expect(await rows().count(BillingNotice, { kind: 'billing-receipt' })).toBe(1);
  });

  test('that belongs to no team returns nothing', async () => {
    const { id } = await shop.api.customers.create({ metadata: { teamId: randomUUID() } });
    expect(await syncCustomer(shop.server.app, id)).toBeUndefined();
    expect(await syncCustomer(shop.server.app, 'cus_none')).toBeUndefined();
  });

  test('picks up a new price of a package', async () => {
    const customer = await addCustomerAtStripe(shop, cast.alice);
    await subscribeAtStripe(shop, customer, 'price_professional_usd');
    await settle(shop);
    await rows().nativeUpdate(Package, { name: 'Professional Plan' }, { stripePriceIdUsd: null });
    await rows().nativeUpdate(
      Package,
      { name: 'Provider Plan' },
      { stripePriceIdUsd: 'price_professional_usd' },
    );
    await syncCustomer(shop.server.app, customer);
    expect((await team()).package?.name).toBe('Provider Plan');
  });
});
