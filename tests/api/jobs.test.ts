import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Session } from '#api/features/auth/session.entity.ts';
import { addJob } from '#api/jobs/queue.ts';
import { startWorker } from '#api/jobs/worker.ts';
import { runJobs } from '#tests/support/mailbox.ts';
import { addCustomer, startServer, type Running } from '#tests/support/running.ts';

let running: Running;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(() => execute('delete from graphile_worker._private_jobs'));

/** Outside of any transaction. */
const execute = <Row>(sql: string) => running.app.orm.em.getConnection().execute<Row[]>(sql);
const waiting = async () =>
  (await execute<{ n: number }>('select count(*)::int as n from graphile_worker.jobs'))[0]?.n;
const name = 'remove-expired-sessions';

describe('A job', () => {
  test('is there once the transaction that added it has committed, and not before', async () => {
    await running.app.orm.em.fork().transactional(async (em) => {
      await addJob(em, name, {});
      expect(await waiting()).toBe(0);
    });
    expect(await waiting()).toBe(1);
  });

  test('is gone with the transaction that added it', async () => {
    const failing = running.app.orm.em.fork().transactional(async (em) => {
      await addJob(em, name, {});
      throw new Error('second thoughts');
    });
    await expect(failing).rejects.toThrow('second thoughts');
    expect(await waiting()).toBe(0);
  });

  test('replaces a waiting one with its key', async () => {
    const em = running.app.orm.em.fork();
    for (let times = 0; times < 3; times++)
      await addJob(em, name, {}, { jobKey: 'once', runAt: new Date(Date.now() + 60_000) });
    expect(await waiting()).toBe(1);
  });
});

test('A worker removes the sessions that have expired, and no others', async () => {
  const [gone, going] = [await addCustomer(running), await addCustomer(running)];
  const em = running.app.orm.em.fork();
  await em.nativeUpdate(Session, { id: gone.sessionId }, { expiresAt: new Date(Date.now() - 1000) });
  const worker = await startWorker(running.app, running.databaseUrl);
  await addJob(em, name, {});
  await expect.poll(waiting, { timeout: 5000 }).toBe(0);
  await worker.stop();
  expect(await em.count(Session, { id: gone.sessionId })).toBe(0);
  expect(await em.count(Session, { id: going.sessionId })).toBe(1);
});

test('A job that only a newer version knows is left to it, untried, while others are done', async () => {
  const newer = () =>
    execute<{ attempts: number; locked_at: Date | null }>(
      `select attempts, locked_at from graphile_worker.jobs where task_identifier = 'of-a-newer-version'`,
    );
  await execute(`select graphile_worker.add_job('of-a-newer-version', '{}', max_attempts => 1)`);
  const worker = await startWorker(running.app, running.databaseUrl);
  await addJob(running.app.orm.em.fork(), name, {});
  await expect.poll(waiting, { timeout: 15_000 }).toBe(1);
  await worker.stop();
  await addJob(running.app.orm.em.fork(), 'tidy-queue', {});
  await runJobs(running);
  expect(await newer()).toEqual([{ attempts: 0, locked_at: null }]);
});
