// From a package to a subscription that is paid: the five ways that Stripe begins one (STRIPE.md, section 3).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Team } from '#api/features/teams/team.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { auditLog } from '#tests/support/audit-log.ts';
import { addPerson, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { cards, openShop, pass, settle, stock, type PriceList, type Shop } from '#tests/support/selling.ts';
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

describe('With an amount that is due at once', () => {
  beforeEach(() => afterTrial(alice));

  test('the card is confirmed as a payment, and service starts when Stripe says that it is paid', async () => {
    const start = await billing(alice).subscribe(list.professional.id);
    expect(start).toEqual({
      clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
      confirm: 'payment',
      status: 'incomplete',
      amount: 2999,
      currency: 'USD',
      firstPaymentAt: null,
    });
    expect(await billing(alice).see()).toMatchObject({
      state: 'incomplete',
      isActive: false,
      package: { name: 'Starter Plan' },
      pendingPackage: { name: 'Professional Plan' },
    });
    expect(await shop.stripe.confirm(start.clientSecret!, cards.good)).toMatchObject({ status: 'succeeded' });
    // The browser's word alone opens nothing.
    expect(await billing(alice).see()).toMatchObject({ state: 'incomplete', isActive: false });
    await settle(shop);
    expect(await billing(alice).see()).toMatchObject({
      state: 'active',
      isActive: true,
      activeUntil: null,
      package: { name: 'Professional Plan' },
      pendingPackage: null,
      amount: 2999,
      currency: 'USD',
      paymentMethod: { brand: 'visa', last4: '4242' },
      stripeSubscriptionId: expect.stringMatching(/^sub_/),
    });
  });

  test("reading it from Stripe again doesn't need to wait for an event", async () => {
    shop.stripe.webhooks.hold = true;
    try {
      const { clientSecret } = await billing(alice).subscribe(list.starter.id);
      await shop.stripe.confirm(clientSecret!, cards.good);
      expect(await billing(alice).refresh()).toMatchObject({ state: 'active', isActive: true });
    } finally {
      shop.stripe.webhooks.hold = false;
    }
  });

  test('a declined card changes nothing, and another one pays the same invoice', async () => {
    const start = await billing(alice).subscribe(list.professional.id);
    const declined = await shop.stripe.confirm(start.clientSecret!, cards.declined);
    expect(declined).toMatchObject({
      status: 'failed',
      error: { type: 'card_error', code: 'card_declined' },
    });
    await settle(shop);
    expect(await billing(alice).see()).toMatchObject({ state: 'incomplete', isActive: false });
    const again = await billing(alice).subscribe(list.professional.id);
    expect(again.clientSecret).toBe(start.clientSecret);
    await shop.stripe.confirm(again.clientSecret!, cards.good);
    await settle(shop);
    expect(await billing(alice).see()).toMatchObject({ state: 'active' });
    expect(await atStripe(shop, alice)).toEqual(['active']);
  });

  test('a bank that asks for confirmation gets an answer, or refuses', async () => {
    const { clientSecret } = await billing(alice).subscribe(list.professional.id);
    expect(await shop.stripe.confirm(clientSecret!, cards.secure)).toMatchObject({
      status: 'requires_action',
    });
    expect(await shop.stripe.authenticate(clientSecret!, false)).toMatchObject({ status: 'failed' });
    await settle(shop);
    expect(await billing(alice).see()).toMatchObject({ state: 'incomplete', isActive: false });
    await shop.stripe.confirm(clientSecret!, cards.secure);
    await shop.stripe.authenticate(clientSecret!, true);
    await settle(shop);
    expect(await billing(alice).see()).toMatchObject({ state: 'active', isActive: true });
  });

  test('a subscription that is never paid ends after a day, and can be started again', async () => {
    await billing(alice).subscribe(list.professional.id);
    await pass(shop, 1);
    expect(await atStripe(shop, alice)).toEqual(['incomplete_expired']);
    expect(await billing(alice).see()).toMatchObject({ state: 'ended', stripeSubscriptionId: null });
    expect(await billing(alice).subscribe(list.professional.id)).toMatchObject({ confirm: 'payment' });
  });
});

describe('In its trial', () => {
  test('a team adds a card and is charged when the trial ends', async () => {
    const end = await inTrial(shop, alice, 5);
    const start = await billing(alice).subscribe(list.professional.id);
    expect(start).toEqual({
      clientSecret: expect.stringMatching(/^seti_\w+_secret_\w+$/),
      confirm: 'setup',
      status: 'trialing',
      amount: 2999,
      currency: 'USD',
      firstPaymentAt: end.toISOString(),
    });
    await shop.stripe.confirm(start.clientSecret!, cards.good);
    await settle(shop);
    expect(await billing(alice).see()).toMatchObject({
      state: 'trialing',
      trialEndsAt: end.toISOString(),
      activeUntil: null,
      package: { name: 'Professional Plan' },
      paymentMethod: { last4: '4242' },
    });
    await pass(shop, 6);
    expect(await billing(alice).see()).toMatchObject({ state: 'active', isActive: true });
    const { stripeCustomerId } = await teamOf(alice);
    const paid = shop.stripe.invoicesOf(stripeCustomerId!).map((invoice) => invoice.amount_paid);
    expect(paid).toEqual([0, 2999]);
  });

  test('a team that adds no card is served until the end of the trial, and not a day longer', async () => {
    const end = await inTrial(shop, alice, 5);
    await billing(alice).subscribe(list.professional.id);
    await pass(shop, 6);
    expect(await atStripe(shop, alice)).toEqual(['canceled']);
    const { activeUntil, trialEndsAt } = await teamOf(alice);
    expect(trialEndsAt).toEqual(end);
    expect(Math.abs(activeUntil!.getTime() - end.getTime())).toBeLessThan(60_000);
  });

  test('a team that never had a trial gets one, once', async () => {
    const start = await billing(alice).subscribe(list.professional.id);
    expect(start).toMatchObject({ confirm: 'setup', status: 'trialing', amount: 2999 });
    expect((await teamOf(alice)).trialEndsAt ?? null).toBeNull();
    await shop.stripe.confirm(start.clientSecret!, cards.good);
    await settle(shop);
    const { trialEndsAt } = await teamOf(alice);
    const days = (trialEndsAt!.getTime() - shop.stripe.clock.now()) / 86_400_000;
    expect(days).toBeCloseTo(14, 1);
    expect(start.firstPaymentAt).toBe(trialEndsAt!.toISOString());
  });

  test("the last hour of a trial doesn't count, so a purchase is charged immediately", async () => {
    const soon = new Date(Date.now() + 3_000_000);
    await shop.server.app.orm.em.fork().nativeUpdate(Team, { id: alice.teamId }, { trialEndsAt: soon });
    expect(await billing(alice).subscribe(list.starter.id)).toMatchObject({
      confirm: 'payment',
      amount: 999,
    });
  });

  test('a team with a saved card has nothing to confirm', async () => {
    await inTrial(shop, alice, 5);
    const { clientSecret } = await billing(alice).newCard();
    await shop.stripe.confirm(clientSecret!, cards.good);
    await settle(shop);
    expect(await billing(alice).subscribe(list.professional.id)).toMatchObject({
      clientSecret: null,
      confirm: 'none',
      status: 'trialing',
      amount: 2999,
    });
    expect(await billing(alice).see()).toMatchObject({
      state: 'trialing',
      paymentMethod: { last4: '4242' },
    });
  });
});

describe('With a saved card', () => {
  const know = async (card: (typeof cards)['good']) => {
    await afterTrial(alice);
    const { clientSecret } = await billing(alice).newCard();
    await shop.stripe.confirm(clientSecret!, card);
    await shop.stripe.authenticate(clientSecret!, true).catch(() => undefined);
    await settle(shop);
  };
  /** Every payment is asked about, also of a card that was proven when it was kept. */
  const askedEachTime = { ...cards.secure, number: '4000002760003184' };

  test('it is shown, and only charged with consent', async () => {
    await know(cards.good);
    expect(await billing(alice).offer(list.professional.id)).toMatchObject({ savedCard: { last4: '4242' } });
    expect(await billing(alice).subscribe(list.professional.id)).toMatchObject({
      confirm: 'payment',
      status: 'incomplete',
    });
    expect(await billing(alice).subscribe(list.professional.id, { savedCard: true })).toMatchObject({
      confirm: 'none',
      status: 'active',
    });
    expect(await atStripe(shop, alice)).toEqual(['active']);
  });

  test('the amount due is paid immediately, and the response already shows the service', async () => {
    await know(cards.good);
    expect(await billing(alice).subscribe(list.professional.id, { savedCard: true })).toMatchObject({
      clientSecret: null,
      confirm: 'none',
      status: 'active',
      amount: 2999,
      firstPaymentAt: null,
    });
    expect(await billing(alice).see()).toMatchObject({ state: 'active', isActive: true });
  });

  test('a bank that wants confirmation again is asked, without entering a card', async () => {
    await know(askedEachTime);
    const start = await billing(alice).subscribe(list.professional.id, { savedCard: true });
    expect(start).toMatchObject({ confirm: 'payment', status: 'requires_action' });
    await shop.stripe.authenticate(start.clientSecret!, true);
    await settle(shop);
    expect(await billing(alice).see()).toMatchObject({ state: 'active' });
  });

  test('a declined one can be replaced', async () => {
    await know(cards.failsLater);
    const start = await billing(alice).subscribe(list.professional.id, { savedCard: true });
    expect(start).toMatchObject({ confirm: 'payment', status: 'incomplete' });
    await shop.stripe.confirm(start.clientSecret!, cards.good);
    await settle(shop);
    expect(await billing(alice).see()).toMatchObject({ state: 'active', paymentMethod: { last4: '4242' } });
  });
});

test('The documented call returns the client secret, and records who made it', async () => {
  await afterTrial(alice);
  const answer = await rest(alice).post('/api/create-subscription', { packageId: list.professional.id });
  expect(answer).toMatchObject({ status: 200, body: { clientSecret: expect.stringMatching(/^pi_/) } });
  expect(await auditLog(shop.server)).toEqual([['subscription.create', alice.email, "Alice's company"]]);
  const got = await rest(alice).get('/api/subscription');
  expect(got).toMatchObject({ status: 200, body: { state: 'incomplete', usage: { controllers: 0 } } });
});
