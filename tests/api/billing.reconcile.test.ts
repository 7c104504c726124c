import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { reconcileNightly } from '#api/features/billing/billing.job.ts';
import { StripeEvent } from '#api/features/billing/events/stripe-event.entity.ts';
import { Subscription } from '#api/features/billing/subscription.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { runJobs } from '#tests/support/mailbox.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import {
  addCustomerAtStripe,
  openShop,
  settle,
  stock,
  subscribeAtStripe,
  type Shop,
} from '#tests/support/selling.ts';

let shop: Shop;
let cast: Cast;

beforeEach(async () => {
  await emptyDatabase();
  shop.stripe.webhooks.lose = 0;
  await stock(shop);
  cast = await enter(shop.server);
});
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

interface Drift {
  teamName: string;
  what: string;
  stored: string | null;
  atStripe: string | null;
  mended: boolean;
}
const rows = () => shop.server.app.orm.em.fork();
const compare = async () =>
  (await rest(cast.ada).post('/api/admin/stripe/reconcile')).body as unknown as Drift[];
const kept = async () => (await rest(cast.ada).get('/api/admin/stripe/drift')).body as unknown as Drift[];

describe('Comparing with Stripe', () => {
  test('finds no differences if every event arrived', async () => {
    const customer = await addCustomerAtStripe(shop, cast.alice);
    await subscribeAtStripe(shop, customer, 'price_professional_usd');
    await settle(shop);
    expect(await compare()).toEqual([]);
    expect(await kept()).toEqual([]);
    const { body } = await rest(cast.ada).get('/api/admin/stripe');
    expect((body as { reconciledAt: string }).reconciledAt).not.toBeNull();
    const [entry] = await rows().find(AuditEntry, {}, { orderBy: { id: 'desc' }, limit: 1 });
    expect(entry).toMatchObject({ action: 'payments.reconcile', after: { found: 0, mended: 0 } });
  });

  test('repairs what was missed, reports it, and processes the missed events afterwards', async () => {
    shop.stripe.webhooks.lose = 1000;
    const customer = await addCustomerAtStripe(shop, cast.alice);
    const { id } = await subscribeAtStripe(shop, customer, 'price_professional_usd');
    await settle(shop);
    expect(await rows().count(StripeEvent)).toBe(0);
    const drift = await compare();
    expect(drift.every(({ mended, teamName }) => mended && teamName === "Alice's company")).toBe(true);
    expect(drift.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        `Subscription ${id} was missing`,
        'Team: package',
        'We never received the event invoice.paid',
      ]),
    );
    expect(await kept()).toEqual(drift);
    expect(await rows().findOne(Subscription, { stripeId: id })).toMatchObject({ status: 'active' });
    await runJobs(shop.server);
    expect(await compare()).toEqual([]);
  });

  test('names the state on both sides', async () => {
    const customer = await addCustomerAtStripe(shop, cast.alice);
    const { id } = await subscribeAtStripe(shop, customer, 'price_professional_usd');
    await settle(shop);
    await rows().nativeUpdate(Subscription, { stripeId: id }, { status: 'past_due' });
    expect(await compare()).toEqual([
      {
        teamName: "Alice's company",
        what: `Subscription ${id}: status`,
        stored: 'past_due',
        atStripe: 'active',
        mended: true,
      },
    ]);
  });

  test("finds a subscription whose customer wasn't recorded", async () => {
    shop.stripe.webhooks.lose = 1000;
    const customer = await addCustomerAtStripe(shop, cast.bob, { noted: false });
    await subscribeAtStripe(shop, customer, 'price_starter_gbp');
    await compare();
    expect(await rows().findOneOrFail(Team, { id: cast.bob.teamId })).toMatchObject({
      stripeCustomerId: customer,
    });
  });

  test('lists what it cannot repair, and continues with the others', async () => {
    await rows().nativeUpdate(Team, { id: cast.bob.teamId }, { stripeCustomerId: 'cus_of_other_keys' });
    const customer = await addCustomerAtStripe(shop, cast.alice);
    const { id } = await subscribeAtStripe(shop, customer, 'price_professional_usd');
    await settle(shop);
    await rows().nativeUpdate(Subscription, { stripeId: id }, { status: 'past_due' });
    expect(await compare()).toMatchObject([
      { teamName: "Bob's company", what: "The customer doesn't exist in Stripe", mended: false },
      { teamName: "Alice's company", mended: true },
    ]);
  });

  test('needs a key when an administrator starts it, and is skipped at night without one', async () => {
    await emptyDatabase();
    cast = await enter(shop.server);
    const { status, body } = await rest(cast.ada).post('/api/admin/stripe/reconcile');
    expect([status, body]).toEqual([409, { message: "Payments aren't set up yet." }]);
    await reconcileNightly(shop.server.app, {});
  });

  test('removes events after ninety days', async () => {
    const customer = await addCustomerAtStripe(shop, cast.alice);
    await settle(shop);
    const long = new Date(Date.now() - 91 * 86_400_000);
    await rows().nativeUpdate(StripeEvent, { customerId: customer }, { receivedAt: long });
    shop.stripe.webhooks.events().length = 0;
    await reconcileNightly(shop.server.app, {});
    expect(await rows().count(StripeEvent, { receivedAt: { $lte: long } })).toBe(0);
  });
});
