import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { StripeEvent, StripeEventStatus } from '#api/features/billing/events/stripe-event.entity.ts';
import { HealthPart, type PlatformHealth } from '#api/features/health/health.ts';
import { Node } from '#api/features/health/node.entity.ts';
import { startPresence, version, type Presence } from '#api/features/health/presence.service.ts';
import { addJob } from '#api/jobs/queue.ts';
import { asOwner, emptyDatabase } from '#tests/support/database.ts';
import { addController, enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let running: Running;
let cast: Cast;
let presence: Presence;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await presence?.stop();
  await emptyDatabase();
  cast = await enter(running);
  presence = startPresence(running.app);
  await expect.poll(() => rows().count(Node)).toBe(1);
});
afterAll(() => presence.stop());

const rows = () => running.app.orm.em.fork();
const execute = (sql: string) => rows().execute(sql);
async function look(): Promise<PlatformHealth> {
  const { status, body } = await rest(cast.ada).get('/api/admin/health');
  expect(status).toBe(200);
  return body;
}
const part = async (name: HealthPart) => (await look()).checks.find((check) => check.part === name)!;
const failJobs = () =>
  execute(`update graphile_worker._private_jobs set attempts = max_attempts,
  last_error = 'insert into "user" (email) values (''vic@customer.test'') - relation "user" is gone'`);

describe('The health of the platform', () => {
  test('lists every component, always in the same order, with its measurements', async () => {
    const health = await look();
    expect(health.checks.map((check) => check.part)).toEqual(Object.values(HealthPart));
    for (const { says } of health.checks) expect(says).toMatch(/\S/);
    const [database] = health.checks;
    expect(database).toMatchObject({ state: 'ok', advice: null });
    expect(database!.facts.map(({ label }) => label)).toContain('Connections');
  });

  test('is as bad as its worst part', async () => {
    const worst = ({ checks }: PlatformHealth) =>
      ['failing', 'late', 'ok'].find((state) => checks.some((check) => check.state === state));
    // The disk is this machine's, and may be nearly full.
    const asItStands = await look();
    expect(asItStands.state).toBe(worst(asItStands));
    await addJob(rows(), 'tidy-queue', {}, { runAt: new Date(Date.now() - 90_000) });
    expect(await look()).toMatchObject({ state: 'late' });
    await execute('delete from node');
    expect(await look()).toMatchObject({ state: 'failing' });
  });

  test('is for administrators alone', async () => {
    expect(await rest(cast.alice).get('/api/admin/health')).toMatchObject({ status: 403 });
    expect(await rest(cast.vic).get('/api/admin/health')).toMatchObject({ status: 401 });
  });

  test('still shows the other components if one can’t be checked', async () => {
    await asOwner('alter table stripe_event rename to stripe_event_away');
    try {
      expect(await part(HealthPart.stripe)).toMatchObject({
        state: 'failing',
        says: 'We couldn’t check this',
      });
      expect(await part(HealthPart.database)).toMatchObject({ state: 'ok' });
    } finally {
      await asOwner('alter table stripe_event_away rename to stripe_event');
    }
  });
});

describe('The queue', () => {
  test('is late once a job has been due for more than a minute, and says which', async () => {
    await addJob(rows(), 'tidy-queue', {}, { runAt: new Date(Date.now() - 90_000) });
    const queue = await part(HealthPart.queue);
    expect(queue).toMatchObject({ state: 'late' });
    expect(queue.says).toMatch(/^The oldest job has been due for (90 s|2 min|1 min)$/);
    expect(queue.facts).toContainEqual(expect.objectContaining({ label: 'Oldest due: tidy-queue' }));
  });

  test('lists permanently failed jobs without their parameters, and retries them', async () => {
    await addJob(rows(), 'tidy-queue', {}, { runAt: new Date(Date.now() + 60_000) });
    await failJobs();
    const queue = await part(HealthPart.queue);
    expect(queue).toMatchObject({
      state: 'late',
      says: '1 job has failed permanently',
      troubles: [{ label: 'tidy-queue', value: 'relation "user" is gone. Last failed' }],
    });
    const again = () => rest(cast.ada).post('/api/admin/health/jobs/tidy-queue/rerun');
    expect(await again()).toMatchObject({ status: 200, body: { count: 1 } });
    expect(await part(HealthPart.queue)).toMatchObject({ state: 'ok', troubles: [] });
    expect(await again()).toMatchObject({ status: 404, body: { message: 'Failed job not found' } });
  });
});

describe('The nodes', () => {
  test('report heartbeats while they run, and are not missed when they stop', async () => {
    expect(await part(HealthPart.nodes)).toMatchObject({
      state: 'ok',
      says: '1 node is running',
      facts: [{ value: `Version ${version}, started` }],
    });
    expect(await part(HealthPart.pubsub)).toMatchObject({ state: 'ok' });
    expect((await part(HealthPart.disk)).facts[0]?.value).toMatch(/ of .* free$/);
    await presence.stop();
    expect(await rows().count(Node)).toBe(0);
  });

  test('are reported when their heartbeats stop', async () => {
    await execute(`update node set seen_at = now() - interval '5 minutes'`);
    expect(await part(HealthPart.nodes)).toMatchObject({
      state: 'failing',
      says: 'No worker is running, so controllers aren’t checked and no one is notified',
    });
  });
});

describe('Controllers', () => {
  test('are late once they missed a whole interval, and are listed with their teams', async () => {
    const due = (seconds: number) => ({ nextPollAt: new Date(Date.now() - seconds * 1000) });
    await execute('delete from controller');
    await addController(cast.bob, { name: 'Harbour', ...due(200) });
    await addController(cast.bob, { name: 'Slow by wish', pollSeconds: 300, ...due(200) });
    await addController(cast.bob, { name: 'Beyond the package', overLimit: true, ...due(9000) });
    expect(await part(HealthPart.polls)).toMatchObject({
      state: 'late',
      says: '1 controller is overdue, by up to 3 min',
      troubles: [{ label: 'Harbour', value: "Bob's company, due" }],
    });
  });
});

describe('Stripe', () => {
  test('is not reported if nothing is sold', async () => {
    expect(await part(HealthPart.stripe)).toMatchObject({
      state: 'ok',
      says: 'Not set up, and purchasing is off',
    });
  });

  test('is late while events can’t be applied, with the reason', async () => {
    await execute(
      `insert into payment_settings (id, secret_key_tail, webhook_secret_tail) values (1, 'a', 'b')`,
    );
    const event = { type: 'invoice.paid', livemode: false, createdAt: new Date() };
    const failed = { status: StripeEventStatus.failed, failure: 'Stripe does not answer.' };
    await rows().insert(
      StripeEvent,
      Object.assign(new StripeEvent(), { ...event, ...failed, stripeId: 'evt_1' }),
    );
    expect(await part(HealthPart.stripe)).toMatchObject({
      state: 'late',
      troubles: [{ label: 'invoice.paid', value: 'Stripe does not answer. Last failed' }],
    });
  });
});
