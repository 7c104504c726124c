import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { syncCustomer } from '#api/features/billing/sync/sync.store.ts';
import { emailTrialEnds } from '#api/features/billing/billing.job.ts';
import { OutboxEmail } from '#api/features/email/outbox-email.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { outboxMails } from '#tests/support/mailbox.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import {
  addCustomerAtStripe,
  cards,
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
  list = await stock(shop);
  cast = await enter(shop.server);
});

const rows = () => shop.server.app.orm.em.fork();
const mails = (kind: string) => outboxMails(shop.server, { kind });
const trialOf = (days: number) => {
  const end = new Date(Date.now() + days * day);
  const fields = { trialEndsAt: end, activeUntil: end, package: list.professional };
  return rows().nativeUpdate(Team, { id: cast.alice.teamId }, fields);
};
const minute = () => emailTrialEnds(shop.server.app, {});

/** A subscription whose card is refused at the next renewal. */
async function withBadCard(): Promise<string> {
  const customer = await addCustomerAtStripe(shop, cast.alice);
  const { id } = await subscribeAtStripe(shop, customer, 'price_professional_usd');
  const bad = await shop.api.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  await shop.api.subscriptions.update(id, { default_payment_method: bad.id });
  return customer;
}

describe('A trial without a subscription', () => {
  test('is announced to the owner three days before its end, once', async () => {
    await trialOf(4);
    await minute();
    expect(await mails('billing-trial-ends')).toEqual([]);
    await trialOf(2.5);
    await Promise.all([minute(), minute()]);
    await minute();
    const told = await mails('billing-trial-ends');
    expect(told.map(({ to, subject }) => [to, subject])).toEqual([
      [cast.alice.email, 'Your trial ends soon'],
    ]);
    expect(told[0]!.text).toContain('Professional Plan');
    expect(told[0]!.text).toContain("You won't be charged when it ends");
    expect(told[0]!.text).toContain('/packages');
  });

  test('is announced when it has ended, but not weeks later', async () => {
    await trialOf(-0.5);
    await minute();
    await minute();
    expect(await mails('billing-trial-ended')).toHaveLength(1);
    await emptyDatabase();
    list = await stock(shop);
    cast = await enter(shop.server);
    await trialOf(-20);
    await minute();
    expect(await mails('billing-trial-ended')).toEqual([]);
  });

  test('is not announced once the team has subscribed', async () => {
    await trialOf(2);
    const customer = await addCustomerAtStripe(shop, cast.alice);
    await subscribeAtStripe(shop, customer, 'price_professional_usd');
    await settle(shop);
    await minute();
    expect(await mails('billing-trial-ends')).toEqual([]);
  });
});

describe('A trial of a subscription', () => {
  test('is announced three days before the first payment, with the amount and the card', async () => {
    const customer = await addCustomerAtStripe(shop, cast.alice);
    await subscribeAtStripe(shop, customer, 'price_professional_usd', { trialDays: 14 });
    await settle(shop);
    expect(await mails('billing-first-payment')).toEqual([]);
    await pass(shop, 12);
    const [told, ...more] = await mails('billing-first-payment');
    expect(more).toEqual([]);
    expect(told!.text).toContain('$29.99');
    expect(told!.text).toContain('ending 4242');
  });

  test("without a card doesn't count, so neither its end nor a payment is announced", async () => {
    const customer = await addCustomerAtStripe(shop, cast.alice);
    await subscribeAtStripe(shop, customer, 'price_professional_usd', { trialDays: 14, card: null });
    await pass(shop, 12);
    await pass(shop, 3);
    expect(shop.stripe.subscriptionsOf(customer).map(({ status }) => status)).toEqual(['canceled']);
    expect(await rows().count(OutboxEmail)).toBe(0);
  });
});

describe('A payment', () => {
  test('that succeeded gets a receipt, the first and each renewal once', async () => {
    const customer = await addCustomerAtStripe(shop, cast.alice);
    await subscribeAtStripe(shop, customer, 'price_professional_usd');
    await settle(shop);
    await pass(shop, 32);
    await syncCustomer(shop.server.app, customer);
    const receipts = await mails('billing-receipt');
    expect(receipts).toHaveLength(2);
    expect(receipts[1]!.text).toContain('$29.99');
    expect(receipts[1]!.text).toContain('Professional Plan');
  });

  test('that failed is announced once, although Stripe keeps retrying', async () => {
    await withBadCard();
    await pass(shop, 32);
    await pass(shop, 3);
    const failed = await mails('billing-payment-failed');
    expect(failed.map(({ to }) => to)).toEqual([cast.alice.email]);
    expect(failed[0]!.text).toContain("We'll try again on");
    await pass(shop, 60);
    expect(await mails('billing-payment-failed')).toHaveLength(1);
    expect(await mails('billing-ended')).toHaveLength(1);
  });

  test("that needs the bank's confirmation is announced with a link to confirm it", async () => {
    const customer = await addCustomerAtStripe(shop, cast.alice);
    const { id } = await subscribeAtStripe(shop, customer, 'price_professional_usd');
    const asking = await shop.api.paymentMethods.attach('pm_card_authenticationRequired', { customer });
    await shop.api.subscriptions.update(id, { default_payment_method: asking.id });
    await pass(shop, 32);
    const asked = await mails('billing-action-required');
    expect(asked).toHaveLength(1);
    const open = shop.stripe.invoicesOf(customer).find(({ status }) => status === 'open');
    expect(asked[0]!.text).toContain(open!.hosted_invoice_url!);
  });

  test('that is declined on screen sends no email', async () => {
    const customer = await addCustomerAtStripe(shop, cast.alice);
    await subscribeAtStripe(shop, customer, 'price_professional_usd', { card: cards.declined });
    await settle(shop);
    await pass(shop, 2);
    expect(await rows().count(OutboxEmail)).toBe(0);
  });

  test("that is refunded is announced to the platform's administrators", async () => {
    const customer = await addCustomerAtStripe(shop, cast.alice);
    await subscribeAtStripe(shop, customer, 'price_professional_usd');
    const [charge] = (await shop.api.charges.list({ customer })).data;
    await shop.api.refunds.create({ charge: charge!.id });
    await settle(shop);
    expect((await mails('billing-operator')).map(({ to, subject }) => [to, subject])).toEqual([
      [cast.grace.email, 'A payment was refunded'],
    ]);
  });
});

describe('A change of package', () => {
  test('is announced when it takes effect', async () => {
    const customer = await addCustomerAtStripe(shop, cast.alice);
    const { id, items } = await subscribeAtStripe(shop, customer, 'price_starter_usd');
    await settle(shop);
    const [item] = items.data;
    await shop.api.subscriptions.update(id, { items: [{ id: item!.id, price: 'price_provider_usd' }] });
    await settle(shop);
    const changed = await mails('billing-package-changed');
    expect(changed).toHaveLength(1);
    expect(changed[0]!.text).toContain("You're now on Provider Plan");
    expect(changed[0]!.text).toContain('$99.99 a month');
  });

  test('that was never paid for is announced as not made', async () => {
    const customer = await addCustomerAtStripe(shop, cast.alice);
    const { id, items } = await subscribeAtStripe(shop, customer, 'price_starter_usd');
    const asking = await shop.api.paymentMethods.attach('pm_card_authenticationRequired', { customer });
    await shop.api.subscriptions.update(id, { default_payment_method: asking.id });
    await settle(shop);
    await shop.api.subscriptions.update(id, {
      items: [{ id: items.data[0]!.id, price: 'price_provider_usd' }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    });
    await settle(shop);
    await pass(shop, 2);
    const [told, ...more] = await mails('billing-change-expired');
    expect(more).toEqual([]);
    expect(told!.text).toContain("You're still on Starter Plan");
    expect(await mails('billing-payment-failed')).toEqual([]);
  });
});

test('A lost event loses no email, because reading the customer later sends it', async () => {
  shop.stripe.webhooks.lose = 1000;
  const customer = await withBadCard();
  await pass(shop, 32);
  shop.stripe.webhooks.lose = 0;
  await syncCustomer(shop.server.app, customer);
  await syncCustomer(shop.server.app, customer);
  expect(await mails('billing-payment-failed')).toHaveLength(1);
  expect(await mails('billing-receipt')).toHaveLength(1);
});
