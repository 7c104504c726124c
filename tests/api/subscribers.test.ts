// One definition of a subscriber, wherever they are counted: a team in each state, and every figure that counts them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Subscription } from '#api/features/billing/subscription.entity.ts';
import { Currency, Package } from '#api/features/packages/package.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addPerson, enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let running: Running;
let cast: Cast;

const em = () => running.app.orm.em.fork();
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const ahead = daysAgo(-7);

/** A team as it stands: until when it is active, its package, and its subscription. */
type Case = { package: 'paid' | 'free' | null; activeUntil: Date | null; sold?: Partial<Subscription> };

const cases: Record<string, Case> = {
  'on trial without a subscription': { package: 'paid', activeUntil: ahead },
  'on trial with a subscription': {
    package: 'paid',
    activeUntil: null,
    sold: { status: 'trialing', trialEnd: ahead },
  },
  'on trial with a subscription that lacks its card': {
    package: 'paid',
    activeUntil: ahead,
    sold: { status: 'trialing', trialEnd: ahead, lacksCard: true },
  },
  paying: { package: 'paid', activeUntil: null, sold: { status: 'active' } },
  'past due': { package: 'paid', activeUntil: ahead, sold: { status: 'past_due', pastDueSince: daysAgo(2) } },
  'past due for longer than the days of grace': {
    package: 'paid',
    activeUntil: daysAgo(1),
    sold: { status: 'past_due', pastDueSince: daysAgo(8) },
  },
  unpaid: { package: 'paid', activeUntil: daysAgo(1), sold: { status: 'unpaid', pastDueSince: daysAgo(30) } },
  cancelled: { package: 'paid', activeUntil: daysAgo(1), sold: { status: 'canceled', endedAt: daysAgo(1) } },
  'trial over': { package: 'paid', activeUntil: daysAgo(3) },
  'on a free package': { package: 'free', activeUntil: null },
  'without a package': { package: null, activeUntil: null },
};

/** What they come to. */
const paid = { onTrial: 3, paying: 1, pastDue: 1, ended: 4, none: 0, active: 3 };
const free = { onTrial: 0, paying: 0, pastDue: 0, ended: 0, none: 1, active: 0 };

beforeAll(async () => {
  running = await startServer();
  await emptyDatabase();
  cast = await enter(running);
  const rows = em();
  const packages = {
    paid: Object.assign(new Package(), { name: 'Paid', price: '29.00' }),
    free: Object.assign(new Package(), { name: 'Free', price: '0' }),
  };
  await rows.persist(Object.values(packages)).flush();
  // Those who are there to look on have no package.
  await rows.nativeUpdate(Team, {}, { package: null, activeUntil: null, trialEndsAt: null });
  for (const [at, one] of Object.values(cases).entries()) {
    const { teamId } = await addPerson(running, { firstName: `Team${at}` });
    const held = one.package && packages[one.package];
    await rows.nativeUpdate(
      Team,
      { id: teamId },
      { package: held?.id ?? null, activeUntil: one.activeUntil, trialEndsAt: null },
    );
    if (!one.sold) continue;
    const sold = Object.assign(new Subscription(), {
      stripeId: `sub_${at}`,
      itemId: `si_${at}`,
      priceId: 'price',
      team: rows.getReference(Team, teamId),
      package: held,
      currency: Currency.GBP,
      amount: 2900,
      startedAt: daysAgo(40),
      ...one.sold,
    });
    await rows.persist(sold).flush();
  }
});
afterAll(() => running.close());

test('The dashboard, Package Management and the analytics count the same subscribers, over GraphQL and REST', async () => {
  const stats = (await rest(cast.ada).get('/api/admin/stats')).body as Record<string, unknown>;
  // The four people of the tests have no package, like the last of the cases.
  const all = { ...paid, none: free.none + 1 + 4 };
  expect(stats).toMatchObject({ subscribers: all, activeSubscriptions: all.active });

  const packages = (await rest(cast.ada).get('/api/admin/packages')).body as { id: string; name: string }[];
  const counts = (await rest(cast.ada).get('/api/admin/package-subscribers')).body as Record<
    string,
    unknown
  >[];
  const byName = counts.map(({ packageId, ...those }) => [
    packages.find(({ id }) => id === packageId)?.name ?? 'None',
    those,
  ]);
  expect(Object.fromEntries(byName)).toEqual({ Paid: paid, Free: free, None: { ...free, none: 5 } });

  const analytics = (await rest(cast.ada).get('/api/admin/analytics')).body as Record<string, unknown>;
  expect(analytics['activeSubscriptions']).toBe(all.active);

  const { data } = await as(cast.ada).ask(
    '{ adminStats { activeSubscriptions subscribers { active } } packageSubscribers { active } analytics { activeSubscriptions } }',
  );
  expect(data).toMatchObject({
    adminStats: { activeSubscriptions: 3, subscribers: { active: 3 } },
    analytics: { activeSubscriptions: 3 },
  });
  const { packageSubscribers } = data as { packageSubscribers: { active: number }[] };
  expect(packageSubscribers.reduce((sum, { active }) => sum + active, 0)).toBe(3);
});
