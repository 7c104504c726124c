import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import pg from 'pg';
import { Session } from '#api/features/auth/session/session.entity.ts';
import { addJob } from '#api/jobs/queue.ts';
import { startWorker } from '#api/jobs/worker.ts';
import { jobs } from '#api/wiring/jobs.ts';
import { ownerUrl } from '#tests/support/database.ts';
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
  test('exists once the transaction that added it has committed, and not before', async () => {
    await running.app.orm.em.fork().transactional(async (em) => {
      await addJob(em, name, {});
      expect(await waiting()).toBe(0);
    });
    expect(await waiting()).toBe(1);
  });

  test('is rolled back with the transaction that added it', async () => {
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

  test.each([-2, 2])(
    'is due in a minute by any clock, also on a node whose clock is %i hours off',
    async (hours) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
      onTestFinished(() => void vi.useRealTimers());
      await addJob(running.app.orm.em.fork(), name, {}, { runAt: new Date(Date.now() + 60_000) });
      const [row] = await execute<{ seconds: number }>(
        'select extract(epoch from run_at - now())::float as seconds from graphile_worker.jobs',
      );
      expect(row?.seconds).toBeGreaterThan(50);
      expect(row?.seconds).toBeLessThanOrEqual(60);
    },
  );
});

test('A worker removes the sessions that have expired, and no others', async () => {
  const [gone, going] = [await addCustomer(running), await addCustomer(running)];
  const em = running.app.orm.em.fork();
  await em.nativeUpdate(Session, { id: gone.sessionId }, { expiresAt: new Date(Date.now() - 1000) });
  const worker = await startWorker(running.app, jobs, running.databaseUrl);
  await addJob(em, name, {});
  await expect.poll(waiting, { timeout: 5000 }).toBe(0);
  await worker.stop();
  expect(await em.count(Session, { id: gone.sessionId })).toBe(0);
  expect(await em.count(Session, { id: going.sessionId })).toBe(1);
});

test('A job that only a newer version knows is left for it, untried, while others are run', async () => {
  const newer = () =>
    execute<{ attempts: number; locked_at: Date | null }>(
      `select attempts, locked_at from graphile_worker.jobs where task_identifier = 'of-a-newer-version'`,
    );
  await execute(`select graphile_worker.add_job('of-a-newer-version', '{}', max_attempts => 1)`);
  const worker = await startWorker(running.app, jobs, running.databaseUrl);
  await addJob(running.app.orm.em.fork(), name, {});
  await expect.poll(waiting, { timeout: 15_000 }).toBe(1);
  await worker.stop();
  await addJob(running.app.orm.em.fork(), 'tidy-queue', {});
  await runJobs(running);
  expect(await newer()).toEqual([{ attempts: 0, locked_at: null }]);
});

describe('Idle workers, which hardly poll,', () => {
  const idle = async () => {
    const worker = await startWorker(running.app, jobs, running.databaseUrl);
    await addJob(running.app.orm.em.fork(), name, {});
    await expect.poll(waiting, { timeout: 15_000 }).toBe(0);
    return worker;
  };

  test('run a job when it is due', async () => {
    const worker = await idle();
    const runAt = new Date(Date.now() + 1000);
    await addJob(running.app.orm.em.fork(), name, {}, { runAt });
    await expect.poll(waiting, { timeout: 15_000 }).toBe(0);
    expect(Date.now()).toBeGreaterThanOrEqual(runAt.getTime());
    await worker.stop();
  });

  test('run the jobs of one queue one after the other', async () => {
    const worker = await idle();
    await running.app.orm.em.fork().transactional(async (em) => {
      for (let job = 0; job < 5; job++) await addJob(em, name, {}, { queueName: 'one by one' });
    });
    await expect.poll(waiting, { timeout: 15_000 }).toBe(0);
    await worker.stop();
  });

  test('retry a failed job', async () => {
    const worker = await idle();
    await execute(
      `select graphile_worker.add_job('send-mail', '{"mailId": "no id"}'::json, max_attempts => 2)`,
    );
    const attempts = async () =>
      (await execute<{ attempts: number }>('select attempts from graphile_worker.jobs'))[0]?.attempts;
    await expect.poll(attempts, { timeout: 15_000 }).toBe(2);
    await worker.stop();
  });
});

test('Workers whose first look for jobs is slow are not restarted', async () => {
  running.logged.length = 0;
  const owner = new pg.Client(ownerUrl());
  await owner.connect();
  onTestFinished(() => owner.end());
  await owner.query('begin');
  await owner.query('lock table graphile_worker._private_tasks in access exclusive mode');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const worker = await startWorker(running.app, jobs, running.databaseUrl);
  await vi.advanceTimersByTimeAsync(20_000);
  vi.useRealTimers();
  await owner.query('rollback');
  await addJob(running.app.orm.em.fork(), 'send-mail', { mailId: randomUUID() });
  await expect.poll(waiting, { timeout: 15_000 }).toBe(0);
  expect(running.logged.join('')).not.toMatch(/workers/i);
  await worker.stop();
});

test('Workers whose first look for jobs fails are restarted, and find them then', async () => {
  const fails = 'revoke select on graphile_worker._private_tasks from public';
  const owner = new pg.Client(ownerUrl());
  await owner.connect();
  const role = pg.escapeIdentifier(decodeURIComponent(new URL(running.databaseUrl).username));
  const mend = () => owner.query(`grant select on graphile_worker._private_tasks to ${role}`);
  onTestFinished(async () => {
    await mend();
    await owner.end();
  });
  await owner.query(`${fails}, ${role}`);
  const worker = await startWorker(running.app, jobs, running.databaseUrl);
  await expect.poll(() => running.logged.join(''), { timeout: 20_000 }).toContain('restarting them');
  await mend();
  await addJob(running.app.orm.em.fork(), name, {});
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
  await worker.stop();
});
