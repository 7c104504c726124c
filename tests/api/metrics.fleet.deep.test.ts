// The dashboard of a team with thousands of controllers.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { DashboardSummary, WatchedPlan } from '#web/features/controllers/controllers.gql.ts';

/** The last one hasn't been read. */
const controllers = 5_000;
let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer();
  await emptyDatabase();
  cast = await enter(running);
  const em = running.app.orm.em.fork();
  await em.execute(
    `insert into controller (team_id, name, api_key, api_key_tail, selected_site_id, selected_site_name, device_count)
     select ?, 'Branch ' || n, 'none', '0000', 'HOST:' || n, 'Branch ' || n, 10 from generate_series(1, ?::int) n`,
    [cast.alice.teamId, controllers],
  );
  await em.execute(
    `insert into device (controller_id, host_id, mac, name, role, is_console, state, state_since, up_ports, over_limit)
     select c.id, c.selected_site_id, lpad(to_hex(n), 12, '0'), 'AP ' || n, 'access_point', false, 'online', now(), '{}', n = 10
       from controller c, generate_series(1, 10) n where c.selected_site_id like 'HOST:%' and c.selected_site_id <> ?`,
    [`HOST:${controllers}`],
  );
});
afterAll(() => running.close());

test('The figures of 5,000 controllers count those without a reading, and arrive before the request times out', async () => {
  const { monitoringSummary } = await as(cast.alice).run(DashboardSummary);
  expect(monitoringSummary).toMatchObject({
    totalDevices: (controllers - 1) * 9 + 10,
    uncountedControllers: 1,
  });
});

test('The devices of 5,000 controllers that are beyond the package’s limit are counted', async () => {
  const { subscription } = await as(cast.alice).run(WatchedPlan);
  expect(subscription.usage.devicesBeyond).toBe(controllers - 1);
});
