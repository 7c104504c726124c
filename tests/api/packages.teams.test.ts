import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AlertMonth } from '#api/features/alerts/alert.entity.ts';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addController, enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { at, shelf } from './packages.shelf.ts';

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  running.app.content.changed();
  cast = await enter(running);
});

const { rows, made, change, all, onSale, give } = shelf(() => ({ running, cast }));
const waiting = async () =>
  (
    await running.app.orm.em.execute<{ payload: object }[]>(
      `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = 'settle-package-limits'`,
    )
  ).map(({ payload }) => payload);

describe('A team’s use of a package', () => {
  test('is counted, and prevents deleting it', async () => {
    const { id } = await made();
    await give(cast.alice, id);
    expect(await all()).toMatchObject([{ subscriberCount: 1 }]);
    expect(await rest(cast.ada).delete(`${at}/${id}`)).toMatchObject({
      status: 409,
      body: {
        message:
          "1 team has this package, so it can't be deleted. To hide it from the price list, make it inactive: that team keeps it.",
      },
    });
    await give(cast.bob, id);
    const refused = await rest(cast.ada).delete(`${at}/${id}`);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('2 teams have this package');
    expect(await change(id, { isActive: false })).toMatchObject({
      status: 200,
      body: { subscriberCount: 2 },
    });
    expect(await onSale()).toEqual([]);
    expect((await rest(cast.alice).get('/api/auth/user')).body).toMatchObject({ packageId: id });
  });

  test('is counted once by a subscription alone, and not after that has ended', async () => {
    const { id } = await made();
    const subscribe = (stripeId: string, status: string) =>
      running.app.orm.em.execute(
        `insert into subscription (team_id, stripe_id, status, package_id, price_id, item_id, amount, currency, started_at)
         values (?, ?, ?, ?, 'price_plan', 'si_1', 2999, 'GBP', now())`,
        [cast.alice.teamId, stripeId, status, id],
      );
    await subscribe('sub_old', 'canceled');
    expect(await all()).toMatchObject([{ subscriberCount: 0 }]);
    await subscribe('sub_new', 'past_due');
    expect(await all()).toMatchObject([{ subscriberCount: 1 }]);
    await give(cast.alice, id);
    expect(await all()).toMatchObject([{ subscriberCount: 1 }]);
    expect((await rest(cast.ada).delete(`${at}/${id}`)).status).toBe(409);
  });

  test('conflicts with deleting it: no one is left with a deleted package', async () => {
    const { id } = await made();
    const em = rows();
    await em.begin();
    await em.nativeUpdate(Team, cast.alice.teamId, { package: id });
    const deleting = rest(cast.ada).delete(`${at}/${id}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await em.commit();
    expect(await deleting).toMatchObject({ status: 409 });
  });
});

describe('Lower limits', () => {
  const preview = async (id: string, input: object) =>
    (await rest(cast.ada).post(`${at}/${id}/preview`, input)).body as unknown;

  test('first show which teams they affect', async () => {
    const { id } = await made();
    await give(cast.alice, id);
    await give(cast.bob, id);
    await addController(cast.alice, { name: 'Second' });
    const month = `${new Date().toISOString().slice(0, 7)}-01`;
    await rows().insert(AlertMonth, { team: cast.alice.teamId, month, raised: 1234, notifiedPercent: 0 });
    expect(await preview(id, { maxControllers: 1, maxAlertsPerMonth: 500 })).toEqual({
      count: 1,
      affected: [
        {
          teamName: "Alice's company",
          ownerEmail: 'alice@netlantern.test',
          over: ['2 controllers, 1 allowed', '1,234 alerts this month, 500 allowed'],
        },
      ],
    });
  });

  test.each([{}, { maxControllers: 2 }, { maxControllers: -1, name: 'Anew' }, { maxControllers: 5 }])(
    'don’t affect teams that stay within them, or had exceeded them before: %j',
    async (input) => {
      const { id } = await made();
      await give(cast.alice, id);
      await addController(cast.alice, { name: 'Second' });
      expect(await preview(id, input)).toEqual({ count: 0, affected: [] });
    },
  );

  test('are applied by a job, once per package, and nothing else is', async () => {
    const { id } = await made();
    await change(id, { name: 'Anew', price: '30' });
    expect(await waiting()).toEqual([]);
    await change(id, { maxControllers: 1 });
    await change(id, { maxDevices: -1 });
    expect(await waiting()).toEqual([{ packageId: id }]);
    const entries = await rows().find(AuditEntry, { action: 'package.update' }, { orderBy: { id: 'asc' } });
    expect(entries.at(-1)).toMatchObject({ before: { maxDevices: 100 }, after: { maxDevices: -1 } });
  });
});
