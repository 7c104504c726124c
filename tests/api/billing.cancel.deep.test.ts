// The end of a subscription: wished for, undone, by what is owed, and with the account.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase } from '#tests/support/database.ts';
import { runJobs } from '#tests/support/mailbox.ts';
import { addPerson, password, type Person } from '#tests/support/people.ts';
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

async function subscribed(): Promise<void> {
  const { clientSecret } = await billing(alice).subscribe(list.professional.id);
  await shop.stripe.confirm(clientSecret!, cards.good);
  await settle(shop);
}

describe('A cancellation', () => {
  test('keeps the paid period, and can be undone', async () => {
    await afterTrial(alice);
    await subscribed();
    const cancelled = await billing(alice).cancel();
    expect(cancelled).toMatchObject({ state: 'active', isActive: true });
    expect(cancelled.cancelAt).toBe(cancelled.currentPeriodEnd);
    expect(cancelled.activeUntil).toBe(cancelled.currentPeriodEnd);
    expect(await billing(alice).resume()).toMatchObject({
      state: 'active',
      cancelAt: null,
      activeUntil: null,
    });
    await expect(billing(alice).resume()).rejects.toMatchObject({
      message: "Your subscription isn't canceled.",
    });
  });

  test('during a trial ends it with the trial, which no one gets twice', async () => {
    const end = await inTrial(shop, alice, 5);
    await subscribed();
    expect(await billing(alice).cancel()).toMatchObject({ state: 'trialing', cancelAt: end.toISOString() });
    await pass(shop, 6);
    expect(await atStripe(shop, alice)).toEqual(['canceled']);
    expect((await teamOf(alice)).trialEndsAt).toEqual(end);
  });

  test('of an unfinished purchase takes effect immediately', async () => {
    await afterTrial(alice);
    const { clientSecret } = await billing(alice).subscribe(list.starter.id);
    expect(await billing(alice).cancel()).toMatchObject({ state: 'ended', stripeSubscriptionId: null });
    expect(await shop.stripe.confirm(clientSecret!, cards.good)).not.toMatchObject({ status: 'succeeded' });
  });

  test('without a subscription is an error with a message', async () => {
    await expect(billing(alice).cancel()).rejects.toMatchObject({
      message: 'Your team has no subscription to cancel.',
    });
    await expect(billing(alice).resume()).rejects.toMatchObject({
      message: 'Your subscription has ended. Choose a package to subscribe again.',
    });
  });

  test('works over REST too', async () => {
    await afterTrial(alice);
    await subscribed();
    expect(await rest(alice).delete('/api/subscription')).toMatchObject({
      status: 200,
      body: { state: 'active' },
    });
    expect((await rest(alice).post('/api/subscription/resume')).body).toMatchObject({ cancelAt: null });
  });
});

describe('A failed renewal', () => {
  beforeEach(async () => {
    await afterTrial(alice);
    await subscribed();
    const { clientSecret } = await billing(alice).newCard();
    await shop.stripe.confirm(clientSecret!, cards.failsLater);
    await settle(shop);
    await pass(shop, 31.1);
  });

  test('shows what is owed, and can be paid with another card in one step', async () => {
    expect(await billing(alice).see()).toMatchObject({
      state: 'past_due',
      pastDueSince: expect.any(String),
      nextAttemptAt: expect.any(String),
      paymentMethod: { last4: '0341' },
    });
    const start = await billing(alice).pay();
    expect(start).toMatchObject({ confirm: 'payment', amount: 2999, currency: 'USD' });
    await shop.stripe.confirm(start.clientSecret!, cards.good);
    await settle(shop);
    expect(await billing(alice).see()).toMatchObject({
      state: 'active',
      pastDueSince: null,
      activeUntil: null,
    });
    await expect(billing(alice).pay()).rejects.toMatchObject({
      message: "You don't have an unpaid invoice.",
    });
  });

  test('is retried immediately with a card that replaces the old one', async () => {
    const { clientSecret } = await billing(alice).newCard();
    await shop.stripe.confirm(clientSecret!, cards.good);
    expect(await billing(alice).refresh()).toMatchObject({
      state: 'active',
      paymentMethod: { last4: '4242' },
    });
  });

  test('does not restore the previous card when its event arrives late', async () => {
    const { clientSecret } = await billing(alice).newCard();
    await shop.stripe.confirm(clientSecret!, cards.good);
    await settle(shop);
    const late = shop.stripe.webhooks.events().filter(({ type }) => type === 'setup_intent.succeeded');
    for (const { id } of late) await shop.stripe.webhooks.redeliver(id);
    await settle(shop);
    expect(await billing(alice).see()).toMatchObject({ paymentMethod: { last4: '4242' } });
  });
});

describe('Deleting the account', () => {
  test('ends its subscription in Stripe immediately, although its rows are deleted', async () => {
    await afterTrial(alice);
    await subscribed();
    const { stripeCustomerId } = await teamOf(alice);
    const answer = await rest(alice).send('/api/auth/user', {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password }),
    });
    expect(answer).toMatchObject({ status: 200 });
    await runJobs(shop.server);
    expect(shop.stripe.subscriptionsOf(stripeCustomerId!).map(({ status }) => status)).toEqual(['canceled']);
  });
});
