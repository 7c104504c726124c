// The proof: events in any order, twice, late or never; after reconciliation our state is Stripe's.
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StripeEventLike } from '#api/demo/stripe/stripe.ts';
import { applyStripeEvent } from '#api/features/billing/events/apply-event.job.ts';
import { Invoice } from '#api/features/billing/invoice.entity.ts';
import { reconcile } from '#api/features/billing/events/reconcile.service.ts';
import {
  activeUntilOf,
  graceDays,
  type SubscriptionFacts,
} from '#api/features/billing/sync/service-state.ts';
import { StripeEvent, StripeEventStatus } from '#api/features/billing/events/stripe-event.entity.ts';
import { Subscription } from '#api/features/billing/subscription.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addPerson } from '#tests/support/people.ts';
import { addCustomerAtStripe, openShop, stock, type Shop } from '#tests/support/selling.ts';
import { act, actions, type CustomerAction } from './billing.actions.ts';

/**
 * Sequences of actions and events that go the whole way: teams at once, times rounds, times stand-ins. A thousand take some
 * minutes: `STAND_INS=8` asks for them; what every run does is an eighth.
 */
const [teams, rounds, shops] = [25, 5, Number(process.env['STAND_INS'] ?? 1)];

const day = 86_400_000;
const seed = 20_261_122;
let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const rows = () => shop.server.app.orm.em.fork();

/** What happens to one team in one round, and what becomes of the news of it. */
interface Sequence {
  actions: CustomerAction[];
  /** For each event in turn: whether it is lost, late, or how often it comes. */
  fates: ('lost' | 'late' | 'once' | 'twice')[];
  /** The order of those that come. */
  order: number[];
}

const sequence: fc.Arbitrary<Sequence> = fc.record({
  actions: fc.array(fc.constantFrom(...actions), { minLength: 1, maxLength: 3 }),
  fates: fc.array(fc.constantFrom('lost', 'lost', 'lost', 'late', 'once', 'twice'), {
    minLength: 5,
    maxLength: 9,
  }),
  order: fc.array(fc.nat(1000), { minLength: 7, maxLength: 7 }),
});
const round = fc.record({
  days: fc.constantFrom(0, 0, 1, 4, 9, 33),
  each: fc.array(sequence, { minLength: teams, maxLength: teams }),
});

test('a team’s state depends on what Stripe has, not on the order in which it is read', () => {
  const date = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true });
  const one: fc.Arbitrary<SubscriptionFacts> = fc.record({
    stripeId: fc.uuid(),
    status: fc.constantFrom('active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete', 'canceled'),
    trialEnd: fc.option(date),
    endedAt: fc.option(date),
    // Stripe's reading always has it for one that is past due.
    pastDueSince: date,
    startedAt: date,
    lacksCard: fc.boolean(),
  });
  const team = fc.record({
    trialEndsAt: fc.option(date),
    activeUntil: fc.option(date),
    isFree: fc.boolean(),
  });
  fc.assert(
    fc.property(team, fc.array(one, { maxLength: 5 }), date, (before, all, now) => {
      const [until, backwards] = [
        activeUntilOf(before, all, now),
        activeUntilOf(before, all.toReversed(), now),
      ];
      expect(backwards).toEqual(until);
      const later = new Date(now.getTime() + 1000);
      const again = activeUntilOf({ ...before, activeUntil: until }, all, later);
      // Only what begins now may move with the clock, and never out of what is past.
      if (until === null || until > later) expect(again).toEqual(until);
      else expect(again! <= later).toBe(true);
    }),
    { numRuns: 1000, seed },
  );
});

test(`${teams * rounds * shops} random sequences of actions, with their events lost, late, twice and in any order`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: rounds, maxLength: rounds }), async (all) => {
      await emptyDatabase();
      await shop.close();
      shop = await openShop();
      shop.stripe.webhooks.hold = true;
      await stock(shop);
      const customers = await openTeams();
      let late: StripeEventLike[] = [];
      for (const { days, each } of all) late = await play(customers, each, days, late);
    }),
    { numRuns: shops, seed, endOnFailure: true },
  );
}, 900_000);

async function openTeams(): Promise<string[]> {
  const customers: string[] = [];
  for (let number = 0; number < teams; number++) {
    const person = await addPerson(shop.server, { firstName: `Owner${number}` });
    await rows().nativeUpdate(Team, { id: person.teamId }, { activeUntil: new Date(Date.now() - day) });
    customers.push(await addCustomerAtStripe(shop, person));
  }
  return customers;
}

/** One round of all teams. Returns the events that come in the next. */
async function play(
  customers: string[],
  each: Sequence[],
  days: number,
  late: StripeEventLike[],
): Promise<StripeEventLike[]> {
  const known = new Set(shop.stripe.webhooks.events().map(({ id }) => id));
  for (const [index, { actions }] of each.entries())
    for (const action of actions) await act(shop, customers[index]!, action);
  await shop.stripe.clock.advance(days * day);
  const fresh = shop.stripe.webhooks.events().filter(({ id }) => !known.has(id));
  const coming = [...late];
  const next: StripeEventLike[] = [];
  for (const [index, event] of fresh.entries()) {
    const { fates } = each[index % each.length]!;
    const fate = fates[index % fates.length]!;
    if (fate === 'late') next.push(event);
    else if (fate !== 'lost') coming.push(event, ...(fate === 'twice' ? [event] : []));
  }
  const order = each.flatMap((one) => one.order);
  await inAnyOrder(coming, order, deliver);
  const received = await rows().find(StripeEvent, { status: StripeEventStatus.received });
  await inAnyOrder(received, order, ({ id }) => applyStripeEvent(shop.server.app, { eventId: id }));
  await reconcile(shop.server.app);
  for (const customer of customers) await expectTheSame(customer);
  return next;
}

/** Six at a time, as they were drawn. */
async function inAnyOrder<T>(things: T[], order: number[], work: (thing: T) => Promise<void>): Promise<void> {
  const place = (index: number) => order[index % order.length]! * 1000 + ((index * 7919) % 1000);
  const left = things
    .map((thing, index) => ({ thing, at: place(index) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ thing }) => thing);
  const next = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await work(one);
  };
  await Promise.all(Array.from({ length: 6 }, next));
}

async function deliver(event: StripeEventLike): Promise<void> {
  const body = JSON.stringify(event);
  const at = Math.floor(Date.now() / 1000);
  const hash = createHmac('sha256', shop.stripe.webhookSecret).update(`${at}.${body}`).digest('hex');
  const { status } = await fetch(`${shop.server.url}/api/stripe/webhook`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${hash}` },
  });
  expect(status).toBe(200);
}

/** Judged by what the stand-in keeps, not by what was read from it. */
async function expectTheSame(customer: string): Promise<void> {
  const team = await rows().findOneOrFail(Team, { stripeCustomerId: customer }, { populate: ['package'] });
  const theirs = shop.stripe.subscriptionsOf(customer);
  const ours = await rows().find(Subscription, { team });
  const seconds = (date?: Date | null) => (date ? date.getTime() / 1000 : null);
  const shown = ours.map((one) => [
    one.stripeId,
    one.status,
    one.priceId,
    one.amount,
    seconds(one.currentPeriodEnd),
    seconds(one.endedAt),
  ]);
  const expected = theirs.map((one) => {
    const item = one.items.data[0]!;
    const { id, unit_amount: amount } = item.price;
    return [one.id, one.status, id, amount, item.current_period_end, one.ended_at];
  });
  expect(shown.toSorted()).toEqual(expected.toSorted());

  const bills = await rows().find(Invoice, { team });
  const theirBills = shop.stripe.invoicesOf(customer).filter(({ status }) => status !== 'draft');
  expect(
    bills.map((one) => [one.stripeId, one.status, one.total, one.amountPaid, one.amountRemaining]).toSorted(),
  ).toEqual(
    theirBills
      .map((one) => [one.id, one.status, one.total, one.amount_paid, one.amount_remaining])
      .toSorted(),
  );

  const live = theirs.find(({ status }) => ['active', 'trialing', 'past_due'].includes(status));
  const { activeUntil } = team;
  if (live) expect(team.package?.name).toBe(nameOf(live.items.data[0]!.price.id));
  if (live && live.status !== 'past_due') expect(activeUntil).toBeNull();
  if (live?.status === 'past_due') {
    const since = ours.find(({ stripeId }) => stripeId === live.id)!.pastDueSince!;
    expect(activeUntil?.getTime()).toBe(since.getTime() + graceDays * day);
  }
  const promised = Math.max(Date.now(), team.trialEndsAt?.getTime() ?? 0);
  if (!live) expect(activeUntil!.getTime()).toBeLessThanOrEqual(promised);
}

const nameOf = (price: string) => {
  const [, key = ''] = price.split('_');
  return `${key.charAt(0).toUpperCase()}${key.slice(1)} Plan`;
};
