// One subscription for a team, whatever happens on the way to it.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PaymentSettings } from '#api/features/billing/payment-settings.entity.ts';
import { Package } from '#api/features/packages/package.entity.ts';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addMember } from '#tests/support/members.ts';
import { addPerson, type Person } from '#tests/support/people.ts';
import {
  addCustomerAtStripe,
  cards,
  openShop,
  settle,
  stock,
  subscribeAtStripe,
  type PriceList,
  type Shop,
} from '#tests/support/selling.ts';
import { afterTrial, atStripe, billing, teamOf } from './billing.customers.ts';

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
  await afterTrial(alice);
});

const rows = () => shop.server.app.orm.em.fork();
const setSettings = (fields: Partial<PaymentSettings>) =>
  rows().nativeUpdate(PaymentSettings, { id: 1 }, fields);
const setPackage = (one: Package, fields: Partial<Package>) =>
  rows().nativeUpdate(Package, { id: one.id }, fields);

test('A team whose existing subscription was not recorded yet is sent to it, and finds it there', async () => {
  const customer = await addCustomerAtStripe(shop, alice);
  shop.stripe.webhooks.hold = true;
  await subscribeAtStripe(shop, customer, 'price_professional_usd');
  await expect(billing(alice).subscribe(list.starter.id)).rejects.toMatchObject({
    message: 'Your team already has a subscription. Change its package under Billing.',
  });
  expect(await billing(alice).see()).toMatchObject({
    state: 'active',
    package: { name: 'Professional Plan' },
  });
  shop.stripe.webhooks.hold = false;
  await settle(shop);
});

describe('A reloaded checkout', () => {
  test('continues the purchase that it had started, even with another attempt', async () => {
    const first = await billing(alice).subscribe(list.professional.id);
    const again = await billing(alice).subscribe(list.professional.id, { attempt: randomUUID() });
    expect(again).toEqual(first);
    expect(await atStripe(shop, alice)).toEqual(['incomplete']);
  });

  test('with another package cancels the first purchase: the old window can’t pay for it', async () => {
    const old = await billing(alice).subscribe(list.starter.id);
    const start = await billing(alice).subscribe(list.professional.id);
    expect(await atStripe(shop, alice)).toEqual(['incomplete_expired', 'incomplete']);
    expect(await shop.stripe.confirm(old.clientSecret!, cards.good)).not.toMatchObject({
      status: 'succeeded',
    });
    await shop.stripe.confirm(start.clientSecret!, cards.good);
    await settle(shop);
    expect(await billing(alice).see()).toMatchObject({
      state: 'active',
      package: { name: 'Professional Plan' },
    });
  });

  test('that returns to the first package, with the same attempt, starts that one again', async () => {
    const attempt = randomUUID();
    const first = await billing(alice).subscribe(list.starter.id, { attempt });
    await billing(alice).subscribe(list.professional.id, { attempt });
    const last = await billing(alice).subscribe(list.starter.id, { attempt });
    expect(last.clientSecret).not.toBe(first.clientSecret);
    await shop.stripe.confirm(last.clientSecret!, cards.good);
    await settle(shop);
    expect(await billing(alice).see()).toMatchObject({ state: 'active', package: { name: 'Starter Plan' } });
  });
});

describe('Concurrent purchases', () => {
  test('ten attempts create one subscription, for one customer', async () => {
    const tries = Array.from({ length: 10 }, () => billing(alice).subscribe(list.professional.id));
    const secrets = (await Promise.all(tries)).map(({ clientSecret }) => clientSecret);
    expect(new Set(secrets).size).toBe(1);
    expect(await atStripe(shop, alice)).toEqual(['incomplete']);
    const made = shop.stripe.requests.filter(
      ({ method, path }) => method === 'POST' && path === '/v1/customers',
    );
    expect(made.filter(({ form }) => form.includes(alice.teamId))).toHaveLength(1);
  });

  test('of two packages leave one that can be paid', async () => {
    await Promise.all([list.starter, list.provider].map(({ id }) => billing(alice).subscribe(id)));
    expect((await atStripe(shop, alice)).filter((status) => status === 'incomplete')).toHaveLength(1);
  });

  test('with a lost response don’t create a second one', async () => {
    await billing(alice).subscribe(list.starter.id);
    await billing(alice).cancel();
    shop.stripe.drop(1);
    await billing(alice).subscribe(list.professional.id);
    expect((await atStripe(shop, alice)).filter((status) => status === 'incomplete')).toHaveLength(1);
  });
});

describe('A team with a subscription', () => {
  beforeEach(async () => {
    const { clientSecret } = await billing(alice).subscribe(list.professional.id);
    await shop.stripe.confirm(clientSecret!, cards.good);
    await settle(shop);
  });

  test('can’t get a second one, not even of another or a free package', async () => {
    for (const { id } of [list.professional, list.starter])
      await expect(billing(alice).subscribe(id)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'Your team already has a subscription. Change its package under Billing.',
      });
    await expect(billing(alice).subscribe(list.free.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await atStripe(shop, alice)).toEqual(['active']);
  });
});

describe('A purchase is refused', () => {
  test('for a package that is archived or never existed', async () => {
    await setPackage(list.starter, { isActive: false });
    for (const id of [list.starter.id, randomUUID(), 'starter', ''])
      await expect(billing(alice).subscribe(id)).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'Package not found',
      });
  });

  test('while purchasing is off, even if that happens midway, and nothing is left in Stripe', async () => {
    await setSettings({ purchasingEnabled: false });
    for (const ask of [billing(alice).subscribe, billing(alice).offer, billing(alice).change])
      await expect(ask(list.starter.id)).rejects.toMatchObject({
        code: 'UNAUTHORIZED',
        message: 'Purchasing is turned off at the moment.',
      });
    await setSettings({ purchasingEnabled: true });
    // Nine wait for the first while it is turned off.
    const tries = Array.from({ length: 10 }, () => billing(alice).subscribe(list.starter.id));
    await setSettings({ purchasingEnabled: false });
    await Promise.allSettled(tries);
    expect((await atStripe(shop, alice)).length).toBeLessThanOrEqual(1);
  });

  test('without Stripe keys, with a message that says so', async () => {
    await setSettings({ secretKey: null, secretKeyTail: null });
    await expect(billing(alice).subscribe(list.starter.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: "Payments aren't set up yet.",
    });
    expect(await billing(alice).see()).toMatchObject({ state: 'ended', canPurchase: false });
  });

  test('for a price that Stripe does not sell', async () => {
    const sentence = (why: string) => ({ message: `Starter Plan can't be bought at the moment: ${why}.` });
    const price = list.starter.stripePriceIdUsd!;
    await setPackage(list.starter, { stripePriceIdUsd: 'price_nobody' });
    await expect(billing(alice).subscribe(list.starter.id)).rejects.toMatchObject(
      sentence("its USD price doesn't exist in Stripe"),
    );
    await setPackage(list.starter, { stripePriceIdUsd: list.professional.stripePriceId });
    await expect(billing(alice).subscribe(list.starter.id)).rejects.toMatchObject(
      sentence('its USD price is in GBP in Stripe'),
    );
    await shop.api.prices.update(price, { active: false });
    await setPackage(list.starter, { stripePriceIdUsd: price });
    await expect(billing(alice).subscribe(list.starter.id)).rejects.toMatchObject(
      sentence('its USD price is archived in Stripe'),
    );
    await shop.api.prices.update(price, { active: true });
    await setPackage(list.starter, { stripePriceIdUsd: null });
    await expect(billing(alice).subscribe(list.starter.id, { currency: 'USD' })).rejects.toMatchObject(
      sentence('it has no price in USD'),
    );
    expect(await billing(alice).subscribe(list.starter.id)).toMatchObject({ currency: 'GBP' });
  });

  test('for anyone but the owner, and with an invalid attempt', async () => {
    const mia = await addMember(alice, TeamRole.member);
    await expect(billing(mia).subscribe(list.starter.id)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(billing(alice).subscribe(list.starter.id, { attempt: 'again' })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
  });

  test('while Stripe is unavailable, with a message, and nothing is started', async () => {
    shop.stripe.fail(3, 500);
    await expect(billing(alice).subscribe(list.starter.id)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await billing(alice).subscribe(list.starter.id)).toMatchObject({ status: 'incomplete' });
  });
});

test('A team keeps the currency that it has paid in', async () => {
  expect((await billing(alice).offer(list.starter.id)).prices).toEqual([
    { currency: 'USD', amount: 999 },
    { currency: 'GBP', amount: 999 },
  ]);
  await billing(alice).subscribe(list.starter.id, { currency: 'GBP' });
  expect(await billing(alice).offer(list.starter.id)).toMatchObject({
    fixedCurrency: 'GBP',
    prices: [{ currency: 'GBP', amount: 999 }],
  });
  await expect(billing(alice).subscribe(list.starter.id, { currency: 'USD' })).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: { currency: 'Your team has paid in GBP before and must keep it' },
  });
  expect(await billing(alice).subscribe(list.professional.id)).toMatchObject({ currency: 'GBP' });
});

test('A free package starts immediately, without Stripe', async () => {
  await setSettings({ secretKey: null, secretKeyTail: null });
  expect(await billing(alice).subscribe(list.free.id)).toMatchObject({
    confirm: 'none',
    status: 'active',
    amount: 0,
  });
  expect(await billing(alice).see()).toMatchObject({
    state: 'free',
    isActive: true,
    activeUntil: null,
    package: { name: 'Free Plan' },
    amount: null,
  });
  expect((await teamOf(alice)).stripeCustomerId).toBeNull();
});

test('Choosing a free package cancels unfinished purchases', async () => {
  await billing(alice).subscribe(list.starter.id);
  await billing(alice).subscribe(list.free.id);
  expect(await atStripe(shop, alice)).toEqual(['incomplete_expired']);
  await settle(shop);
  expect(await billing(alice).see()).toMatchObject({ state: 'free', isActive: true });
});
