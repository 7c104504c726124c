// "Continue to payment" alone buys nothing: a trial at Stripe that no one gives a card for changes nothing here.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Subscription } from '#api/features/billing/subscription.entity.ts';
import { syncCustomer } from '#api/features/billing/sync/sync.store.ts';
import { emailTrialEnds } from '#api/features/billing/billing.job.ts';
import { OutboxEmail } from '#api/features/email/outbox-email.entity.ts';
import { Package } from '#api/features/packages/package.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { outboxMails } from '#tests/support/mailbox.ts';
import { addController, enter, type Person } from '#tests/support/people.ts';
import { cards, openShop, pass, settle, stock, type PriceList, type Shop } from '#tests/support/selling.ts';
import { atStripe, billing, inTrial, teamOf } from './billing.customers.ts';

let shop: Shop;
let list: PriceList;
let alice: Person;
let grace: Person;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await emptyDatabase();
  list = await stock(shop);
  ({ alice, grace } = await enter(shop.server));
});

const rows = () => shop.server.app.orm.em.fork();
const has = (plan: Package, fields: Partial<Team> = {}) =>
  rows().nativeUpdate(Team, { id: alice.teamId }, { package: plan, ...fields });
const counted = async () => {
  const { data } = await as(grace).ask('{ adminStats { activeSubscriptions } }');
  return (data as { adminStats: { activeSubscriptions: number } }).adminStats.activeSubscriptions;
};
const documented = async () =>
  (await rows().findOneOrFail(User, { email: alice.email })).stripeSubscriptionId;

/** What hangs on a team's package. */
async function standing(): Promise<object> {
  const { package: plan, activeUntil, trialEndsAt } = await teamOf(alice);
  return { plan: plan?.name, activeUntil: activeUntil ?? null, trialEndsAt: trialEndsAt ?? null };
}

// First, while Stripe's clock is ours still.
test('A trial without a card runs to its own end, with its own package and its own emails', async () => {
  await has(list.starter);
  const end = await inTrial(shop, alice, 2);
  const before = await standing();
  await billing(alice).subscribe(list.provider.id);
  await settle(shop);
  expect(await standing()).toEqual(before);
  expect(await billing(alice).see()).toMatchObject({ state: 'trial', activeUntil: end.toISOString() });
  await emailTrialEnds(shop.server.app, {});
  const [told, ...more] = await outboxMails(shop.server, { to: alice.email });
  expect(more).toEqual([]);
  expect(told).toMatchObject({ kind: 'billing-trial-ends' });
  expect(told!.text).toContain('Starter Plan');
  await pass(shop, 3);
  expect(await atStripe(shop, alice)).toEqual(['canceled']);
  expect(await standing()).toEqual(before);
  expect(await rows().count(OutboxEmail, { kind: 'billing-ended' })).toBe(0);
});

describe('A team with a free package', () => {
  beforeEach(() => has(list.free, { activeUntil: null, trialEndsAt: null }));

  test('keeps it, its limits and its one trial, however far a purchase of another got', async () => {
    await addController(alice);
    await addController(alice, { name: 'Branch', selectedSiteId: 'HOST:2' });
    const before = await standing();
    const used = await billing(alice).usage();
    expect(await billing(alice).subscribe(list.provider.id)).toMatchObject({ confirm: 'setup' });
    await settle(shop);
    expect(await standing()).toEqual(before);
    expect(await billing(alice).usage()).toEqual(used);
    expect(await billing(alice).see()).toMatchObject({
      state: 'free',
      isActive: true,
      package: { name: 'Free Plan' },
      pendingPackage: { name: 'Provider Plan' },
      amount: null,
      stripeSubscriptionId: null,
    });
    expect([await counted(), await documented()]).toEqual([0, null]);
    await pass(shop, 15);
    expect(await atStripe(shop, alice)).toEqual(['canceled']);
    expect(await standing()).toEqual(before);
    expect(await billing(alice).see()).toMatchObject({ state: 'free', pendingPackage: null });
    expect(await rows().count(OutboxEmail)).toBe(0);
  });

  test('gets the package it chose with its card, however late that arrives', async () => {
    await billing(alice).subscribe(list.provider.id);
    await pass(shop, 3);
    const { clientSecret } = await billing(alice).subscribe(list.provider.id);
    await shop.stripe.confirm(clientSecret!, cards.good);
    await settle(shop);
    expect(await billing(alice).see()).toMatchObject({
      state: 'trialing',
      package: { name: 'Provider Plan' },
      pendingPackage: null,
      activeUntil: null,
      amount: 9999,
    });
    expect(await counted()).toBe(1);
    expect(await documented()).toMatch(/^sub_/);
    expect(await atStripe(shop, alice)).toEqual(['trialing']);
  });

  test('still has its trial when it comes back for another package', async () => {
    await billing(alice).subscribe(list.provider.id);
    await pass(shop, 15);
    const start = await billing(alice).subscribe(list.starter.id);
    expect(start).toMatchObject({ confirm: 'setup', status: 'trialing' });
    await shop.stripe.confirm(start.clientSecret!, cards.good);
    await settle(shop);
    expect(await billing(alice).see()).toMatchObject({
      state: 'trialing',
      package: { name: 'Starter Plan' },
    });
  });
});

describe('A card that was added and removed again', () => {
  const takeAway = async () => {
    const { stripeCustomerId } = await teamOf(alice);
    const { data } = await shop.api.paymentMethods.list({ customer: stripeCustomerId! });
    for (const { id } of data) await shop.api.paymentMethods.detach(id);
    return stripeCustomerId!;
  };

  test('doesn’t change a trial, which ends as planned', async () => {
    await has(list.starter, { trialEndsAt: null, activeUntil: null });
    const { clientSecret } = await billing(alice).subscribe(list.provider.id);
    await shop.stripe.confirm(clientSecret!, cards.good);
    await settle(shop);
    const customer = await takeAway();
    await settle(shop);
    expect(await billing(alice).see()).toMatchObject({
      state: 'trialing',
      package: { name: 'Provider Plan' },
    });
    await pass(shop, 15);
    await syncCustomer(shop.server.app, customer);
    expect(await rows().findOneOrFail(Subscription, { team: alice.teamId })).toMatchObject({
      status: 'canceled',
      lacksCard: false,
    });
    const { activeUntil, trialEndsAt } = await teamOf(alice);
    expect(activeUntil!.getTime()).toBeGreaterThanOrEqual(trialEndsAt!.getTime());
    expect(await rows().count(OutboxEmail, { kind: 'billing-ended' })).toBe(1);
  });
});
