import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Alert } from '#api/features/alerts/alert.entity.ts';
import { AlertSeverity, AlertType } from '#api/features/alerts/alert.enums.ts';
import { recordHeartbeat } from '#api/features/analytics/heartbeat.service.ts';
import { recordPlatformDays } from '#api/features/analytics/platform-days.store.ts';
import { PlatformDay, RunningInterval } from '#api/features/analytics/analytics.entity.ts';
import { Subscription } from '#api/features/billing/subscription.entity.ts';
import { Controller } from '#api/features/controllers/controller.entity.ts';
import { DailyMeasurement } from '#api/features/metrics/metrics.entity.ts';
import { Currency } from '#api/features/packages/package.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addPerson, enter, type Cast, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
});

const em = () => running.app.orm.em.fork();
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const day = (days: number) => daysAgo(days).toISOString().slice(0, 10);

type Figures = Record<string, unknown> & { history: Record<string, unknown>[]; outages: object[] };
const figures = async (query = ''): Promise<Figures> =>
  (await rest(cast.ada).get(`/api/admin/analytics${query}`)).body;
const stats = async (): Promise<Record<string, unknown>> =>
  (await rest(cast.ada).get('/api/admin/stats')).body;

let subscribed = 0;
const subscribe = async ({ teamId }: Person, fields: Partial<Subscription>) => {
  const name = `sub_${subscribed++}`;
  const rows = em();
  const made = Object.assign(new Subscription(), { stripeId: name, priceId: 'price', itemId: name });
  const team = rows.getReference(Team, teamId);
  const given = { team, status: 'active', currency: Currency.GBP, amount: 4900, startedAt: daysAgo(40) };
  await rows.persist(Object.assign(made, given, fields)).flush();
};

const raise = (at: Date, subject: string) =>
  em().insert(Alert, {
    team: cast.alice.teamId,
    controller: cast.alice.controllerId,
    ruleName: 'Device offline',
    subject,
    type: AlertType.device_offline,
    severity: AlertSeverity.critical,
    deviceName: 'AP Lobby',
    siteId: 'HOST:1',
    siteName: 'Head Office',
    since: at,
    timestamp: at,
  });

describe('The figures of a period', () => {
  test('are zeros and nulls without data', async () => {
    expect(await figures('?days=7')).toMatchObject({
      from: day(6),
      to: day(0),
      totalUsers: 4,
      userGrowth: null,
      activeSubscriptions: 0,
      monthlyRevenue: 0,
      revenueGrowth: null,
      revenues: [],
      systemUptime: null,
      uptimeSince: null,
      measuredMinutes: 0,
      outages: [],
      totalAlerts: 0,
      activeControllers: 0,
    });
  });

  test('cover thirty days by default, or the requested days', async () => {
    expect((await figures()).history).toHaveLength(30);
    const own = await figures(`?from=${day(400)}&to=${day(398)}`);
    expect(own.history.map((one) => one['day'])).toEqual([day(400), day(399), day(398)]);
    expect(own).toMatchObject({ totalUsers: 0, userGrowth: null });
  });

  test('count people by the date they joined, with the change in percent', async () => {
    await em().nativeUpdate(User, { id: [cast.alice.userId, cast.ada.userId] }, { createdAt: daysAgo(40) });
    await em().nativeUpdate(User, { id: cast.bob.userId }, { createdAt: daysAgo(10) });
    const { totalUsers, userGrowth, history } = await figures();
    expect([totalUsers, userGrowth]).toEqual([4, 100]);
    expect(history.map(({ users }) => users)).toEqual([...Array(19).fill(2), ...Array(10).fill(3), 4]);
    expect(await stats()).toMatchObject({
      totalUsers: 4,
      userGrowth: 100,
      userHistory: [2, ...history.map(({ users }) => users)],
    });
  });

  test('count active subscriptions and their revenue, pounds and dollars separately', async () => {
    const carol = await addPerson(running, { firstName: 'Carol' });
    const dave = await addPerson(running, { firstName: 'Dave' });
    await subscribe(cast.alice, {});
    await subscribe(cast.bob, { startedAt: daysAgo(10), amount: 2450 });
    await subscribe(carol, { startedAt: daysAgo(3), status: 'trialing', trialEnd: daysAgo(-11) });
    await subscribe(dave, {
      startedAt: daysAgo(50),
      trialEnd: daysAgo(36),
      currency: Currency.USD,
      amount: 2999,
    });
    await subscribe(cast.ada, { status: 'canceled', endedAt: daysAgo(5), amount: 1000 });
    await subscribe(cast.grace, { status: 'incomplete_expired' });
    await subscribe(cast.grace, { status: 'trialing', lacksCard: true });
    const found = await figures();
    expect(found).toMatchObject({
      activeSubscriptions: 4,
      monthlyRevenue: 73.5,
      // 49 + 10 pounds before, 49 + 24.50 now.
      revenueGrowth: 24.6,
      currency: 'GBP',
      revenues: [
        { currency: 'GBP', amount: 7350, growth: 24.6, history: expect.arrayContaining([5900, 8350, 7350]) },
        { currency: 'USD', amount: 2999, growth: 0, history: Array(31).fill(2999) },
      ],
    });
    expect(found.history.at(-8)).toMatchObject({
      activeSubscriptions: 4,
      monthlyRevenue: 83.5,
      monthlyRevenueUsd: 29.99,
    });
    expect(await stats()).toMatchObject({
      activeSubscriptions: 4,
      subscriptionGrowth: 33.3,
      monthlyRevenue: 73.5,
      revenueGrowth: 24.6,
      currency: 'GBP',
    });
  });

  test('accept that a trial has ended according to Stripe, whose clock may be ahead', async () => {
    await subscribe(cast.alice, { startedAt: daysAgo(-17), trialEnd: daysAgo(-31) });
    await subscribe(cast.bob, { status: 'canceled', startedAt: daysAgo(9), endedAt: daysAgo(-31) });
    expect(await figures()).toMatchObject({ activeSubscriptions: 1, monthlyRevenue: 49 });
  });

  test('count alerts by the day on which they began, and controllers that responded', async () => {
    await raise(daysAgo(2), 'a');
    await raise(daysAgo(2), 'b');
    await raise(daysAgo(8), 'c');
    const controller = cast.alice.controllerId;
    await em().insert(DailyMeasurement, { controller, day: day(2), observedSeconds: 60, onlineSeconds: 60 });
    await em().nativeUpdate(Controller, { id: controller }, { lastSync: daysAgo(0.5) });
    const { totalAlerts, activeControllers, history } = await figures('?days=7');
    expect([totalAlerts, activeControllers]).toEqual([2, 1]);
    expect(history.map((one) => one['alerts'])).toEqual([0, 0, 0, 0, 2, 0, 0]);
    expect(history.map((one) => one['activeControllers'])).toEqual([0, 0, 0, 0, 1, 0, 1]);
  });
});

describe('A day that has ended', () => {
  test("is recorded once, and doesn't change with later deletions", async () => {
    await em().nativeUpdate(User, { id: cast.bob.userId }, { createdAt: daysAgo(3) });
    await em().insert(PlatformDay, {
      day: day(4),
      users: 7,
      activeSubscriptions: 1,
      revenue: { USD: 2999 },
      activeControllers: 5,
      alerts: 12,
    });
    await raise(daysAgo(1), 'a');
    await recordPlatformDays(running.app, {});
    await em().nativeDelete(Alert, {});
    await em().nativeDelete(User, { id: cast.bob.userId });
    await recordPlatformDays(running.app, {});
    const { history, totalAlerts, totalUsers } = await figures('?days=5');
    expect(history.map(({ users, alerts }) => [users, alerts])).toEqual([
      [7, 12],
      [1, 0],
      [1, 0],
      [1, 1],
      [3, 0],
    ]);
    expect([totalUsers, totalAlerts]).toEqual([3, 13]);
    expect(await em().count(PlatformDay)).toBe(4);
  });
});

describe('The heartbeat', () => {
  const stretches = () => em().find(RunningInterval, {}, { orderBy: { began: 'asc' } });
  const minute = 60_000;
  const now = () => Math.floor(Date.now() / minute) * minute;

  test('records a minute once, however many nodes write it', async () => {
    await Promise.all([1, 2, 3, 4].map(() => recordHeartbeat(running.app)));
    await recordHeartbeat(running.app);
    expect(await stretches()).toHaveLength(1);
    expect(await figures()).toMatchObject({ systemUptime: null, outages: [] });
  });

  test('extends the interval of the minute before, and starts a new one after a break', async () => {
    await em().insert(RunningInterval, { began: new Date(now() - 5 * minute), until: new Date(now()) });
    await recordHeartbeat(running.app);
    const [one, ...more] = await stretches();
    expect(more).toEqual([]);
    expect(one!.until.getTime() - one!.began.getTime()).toBe(6 * minute);
    await em().nativeDelete(RunningInterval, {});
    await em().insert(RunningInterval, {
      began: new Date(now() - 60 * minute),
      until: new Date(now() - 15 * minute),
    });
    await recordHeartbeat(running.app);
    expect(await stretches()).toHaveLength(2);
    expect(await figures()).toMatchObject({
      systemUptime: 75,
      measuredMinutes: 60,
      outages: [{ from: new Date(now() - 15 * minute).toISOString() }],
    });
  });
});
