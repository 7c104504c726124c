// What a team is told that it has, with and without Stripe.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AlertMonth } from '#api/features/alerts/alert.entity.ts';
import { PaymentSettings } from '#api/features/billing/payment-settings.entity.ts';
import { Device } from '#api/features/controllers/device.entity.ts';
import { DailyMeasurement } from '#api/features/metrics/metrics.entity.ts';
import { Package } from '#api/features/packages/package.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addMember } from '#tests/support/members.ts';
import { addController, addPerson, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { cards, openShop, settle, stock, type PriceList, type Shop } from '#tests/support/selling.ts';
import { afterTrial, billing, inTrial } from './billing.customers.ts';

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
  alice = await addPerson(shop.server, { firstName: 'Alice', package: list.professional });
});

const rows = () => shop.server.app.orm.em.fork();

describe('Without Stripe', () => {
  beforeEach(() => rows().nativeUpdate(PaymentSettings, { id: 1 }, { secretKey: null, secretKeyTail: null }));

  test('a trial shows its end', async () => {
    const end = await inTrial(shop, alice, 5);
    expect(await billing(alice).see()).toMatchObject({
      state: 'trial',
      isActive: true,
      trialEndsAt: end.toISOString(),
      activeUntil: end.toISOString(),
      package: { name: 'Professional Plan' },
      amount: null,
      paymentMethod: null,
      canPurchase: false,
    });
  });

  test('a trial that has ended is shown as ended', async () => {
    await afterTrial(alice);
    expect(await billing(alice).see()).toMatchObject({ state: 'ended', isActive: false });
  });

  test('free packages, granted packages and no package at all are shown', async () => {
    expect(await billing(alice).see()).toMatchObject({ state: 'free', activeUntil: null });
    await rows().nativeUpdate(Team, { id: alice.teamId }, { package: null });
    expect(await billing(alice).see()).toMatchObject({ state: 'none', package: null, isActive: true });
  });

  test('nothing that needs Stripe is requested, and reading again is harmless', async () => {
    for (const ask of [billing(alice).newCard, billing(alice).pay, billing(alice).cancel])
      await expect(ask()).rejects.toMatchObject({
        code: 'CONFLICT',
        message: "Payments aren't set up yet.",
      });
    expect(await billing(alice).refresh()).toMatchObject({ state: 'free' });
  });
});

test('Usage is counted, and measured', async () => {
  const controller = await addController(alice);
  const em = rows();
  const month = `${new Date().toISOString().slice(0, 7)}-01`;
  await em.insert(AlertMonth, { team: alice.teamId, month, raised: 12, notifiedPercent: 0 });
  await em.insert(DailyMeasurement, {
    controller,
    day: new Date().toISOString().slice(0, 10),
    observedSeconds: 60,
    onlineSeconds: 60,
    transferredBytes: 2_100_000_000,
  });
  await em.insert(DailyMeasurement, {
    controller,
    day: '2020-01-01',
    observedSeconds: 60,
    onlineSeconds: 60,
    transferredBytes: 5,
  });
  expect(await billing(alice).usage()).toEqual({
    controllers: 1,
    maxControllers: 5,
    devices: 0,
    maxDevices: 100,
    alertsThisMonth: 12,
    maxAlertsPerMonth: 1000,
    dataRetentionDays: 30,
    transferredBytes: 2_100_000_000,
    controllersBeyond: 0,
    devicesBeyond: 0,
  });
  await rows().nativeUpdate(Team, { id: alice.teamId }, { package: list.provider.id });
  expect(await billing(alice).usage()).toMatchObject({ maxControllers: null, maxDevices: null });
});

test('The devices are those that the limit counts', async () => {
  const [within, beyond] = [await addController(alice), await addController(alice, { overLimit: true })];
  const long = new Date(Date.now() - 7_200_000);
  const added = [
    { controller: within, mac: 'AABBCCDDEE01', state: 'online' },
    { controller: within, mac: 'AABBCCDDEE02', state: 'offline', overLimit: true },
    // Removed from its console two hours ago.
    { controller: within, mac: 'AABBCCDDEE03', state: 'unknown' },
    { controller: within, mac: 'AABBCCDDEE04', state: 'online', hostId: 'HOST:2' },
    { controller: beyond, mac: 'AABBCCDDEE05', state: 'unknown' },
  ];
  const em = rows();
  for (const one of added) {
    const shape = { hostId: 'HOST:1', name: one.mac, model: 'U6', role: 'access_point', isConsole: false };
    em.create(Device, { ...shape, stateSince: long, ...one } as unknown as Device);
  }
  await em.flush();
  expect(await billing(alice).usage()).toMatchObject({
    controllers: 2,
    controllersBeyond: 1,
    devices: 2,
    devicesBeyond: 1,
  });
});

test('Everyone in the team sees it, and only the owner changes it', async () => {
  await afterTrial(alice);
  const { clientSecret } = await billing(alice).subscribe(list.professional.id);
  await shop.stripe.confirm(clientSecret!, cards.good);
  await settle(shop);
  const bob = await addPerson(shop.server, { firstName: 'Bob' });
  for (const role of [TeamRole.viewer, TeamRole.member]) {
    const other = await addMember(alice, role, `Mia ${role}`);
    expect(await billing(other).see()).toEqual(await billing(alice).see());
    for (const ask of [
      () => billing(other).cancel(),
      () => billing(other).newCard(),
      () => billing(other).change(list.starter.id),
      () => billing(other).preview(list.starter.id),
      () => billing(other).refresh(),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  }
  expect(await billing(bob).see()).toMatchObject({ state: 'none', stripeSubscriptionId: null });
  expect(await rest({ server: shop.server, token: null }).get('/api/subscription')).toMatchObject({
    status: 401,
  });
});

test.each([
  ['0.01', 1],
  ['10000000.00', 1_000_000_000],
  ['19.99', 1999],
])(
  'An amount is what Stripe has, to the smallest unit, whatever the price list says (%s)',
  async (price, amount) => {
    await afterTrial(alice);
    const id = shop.stripe.addPrice({ amount, currency: 'usd', name: `Plan of ${amount}` });
    const plan = Object.assign(new Package(), { name: `Plan of ${amount}`, price, stripePriceIdUsd: id });
    await rows().persist(plan).flush();
    expect((await billing(alice).offer(plan.id)).prices).toEqual([{ currency: 'USD', amount }]);
    const start = await billing(alice).subscribe(plan.id);
    expect(start).toMatchObject({ amount, currency: 'USD' });
    await shop.stripe.confirm(start.clientSecret!, cards.good);
    await settle(shop);
    expect(await billing(alice).see()).toMatchObject({ amount });
    expect((await rest(alice).get('/api/invoices')).body).toMatchObject([{ amount, amountRemaining: 0 }]);
  },
);
