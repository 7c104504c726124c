import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { removeOldHistory } from '#api/features/billing/remove-old-history.job.ts';
import { lockTeam } from '#api/features/teams/lock-team.store.ts';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { addPriceList, give, limitPackage } from '#tests/support/limits.ts';
import { startServer } from '#tests/support/running.ts';

let telling: Telling;
let rule: string;

beforeAll(async () => {
  telling = new Telling(await startServer({ config: loopback }));
});
afterAll(() => telling.running.close());

beforeEach(async () => {
  await telling.begin();
  await addPriceList(telling.running);
  await telling.webhook();
  rule = await telling.rule(['webhook']);
  await give(telling.running, telling.alice.teamId, 'Professional Plan');
});
afterEach(() => telling.end());

const day = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * day);
/** Alerts that began and ended so many days ago. */
const past = async (days: number, count = 1) => {
  const ids = await telling.raise(rule, { timestamp: daysAgo(days + 1), since: daysAgo(days + 1) }, count);
  await telling.resolve(ids);
  await telling.rows('update alert set resolved_at = ? where id = any(?::uuid[])', [
    daysAgo(days),
    `{${ids.join(',')}}`,
  ]);
  return ids;
};
const measured = (days: number) =>
  telling.rows(
    `insert into daily_measurement (controller_id, day, observed_seconds, online_seconds)
     values (?, (now() at time zone 'utc')::date - ?::int, 60, 60)`,
    [telling.alice.controllerId, days],
  );
const clean = () => removeOldHistory(telling.running.app, {});
const count = async (table: string) => (await telling.rows(`select from ${table}`)).length;

describe('Every night', () => {
  test('data older than the package’s days of history is deleted, with everything that belongs to it', async () => {
    await past(31);
    await clean();
    for (const table of ['alert', 'alert_entry', 'delivery']) expect(await count(table)).toBe(0);
  });

  test('newer data stays', async () => {
    await past(29.99);
    await clean();
    expect(await count('alert')).toBe(1);
    expect(await count('alert_entry')).toBe(2);
  });

  test('open alerts stay, however old they are', async () => {
    await telling.raise(rule, { timestamp: daysAgo(400), since: daysAgo(400) });
    await clean();
    expect(await count('alert')).toBe(1);
  });

  test('measurements are deleted by their day', async () => {
    for (const days of [0, 29, 30, 31, 200]) await measured(days);
    await clean();
    expect(await count('daily_measurement')).toBe(3);
  });

  test('changes of uplinks are deleted after 90 days, whatever the package', async () => {
    await give(telling.running, telling.alice.teamId, null);
    for (const days of [0, 89, 91])
      await telling.rows(
        `insert into uplink_change (controller_id, host_id, mac, at, from_mac, to_mac) values (?, 'a', 'b', ?, 'c', 'd')`,
        [telling.alice.controllerId, daysAgo(days)],
      );
    await clean();
    expect(await count('uplink_change')).toBe(2);
  });

  test('states of internet lines are deleted 400 days after their end, whatever the package', async () => {
    await give(telling.running, telling.alice.teamId, null);
    const [line] = await telling.rows<{ id: string }>(
      `insert into wan (controller_id, host_id, site_id) values (?, 'a', '') returning id`,
      [telling.alice.controllerId],
    );
    for (const until of [daysAgo(399), daysAgo(401), null])
      await telling.rows('insert into wan_interval (wan_id, began, until, is_up) values (?, ?, ?, true)', [
        line!.id,
        daysAgo(500),
        until,
      ]);
    await clean();
    expect(await count('wan_interval')).toBe(2);
  });

  test('deletion continues beyond the batch size', async () => {
    await past(40, 1201);
    await past(1, 3);
    await clean();
    expect(await count('alert')).toBe(3);
  });

  test('a team whose subscription has ended keeps its data for as long', async () => {
    await give(telling.running, telling.alice.teamId, 'Professional Plan', daysAgo(10));
    await past(31);
    await past(20);
    await clean();
    expect(await count('alert')).toBe(1);
  });

  test.each([
    ['a team without a package', () => give(telling.running, telling.alice.teamId, null)],
    [
      'a package without a limit',
      () => limitPackage(telling.running, 'Professional Plan', { dataRetentionDays: -1 }),
    ],
  ])('%s loses nothing', async (_, change) => {
    await change();
    await past(80);
    await measured(400);
    await clean();
    expect([await count('alert'), await count('daily_measurement')]).toEqual([1, 1]);
  });

  test('each team’s own package applies', async () => {
    await past(40);
    await give(telling.running, telling.alice.teamId, 'Provider Plan');
    await give(telling.running, telling.cast.bob.teamId, 'Starter Plan');
    await clean();
    expect(await count('alert')).toBe(1);
  });

  test('readers and writers are not blocked', async () => {
    await past(40, 600);
    const connection = telling.running.app.orm.em.fork();
    await connection.transactional(async (em) => {
      // Somebody holds the team and one of the old alerts meanwhile.
      await lockTeam(em, telling.alice.teamId);
      await em.execute('select from alert limit 1 for update', [], 'run');
      await clean();
    });
    expect(await count('alert')).toBeLessThanOrEqual(1);
  });
});
