import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addJob } from '#api/jobs/queue.ts';
import { startWorker, type Worker } from '#api/jobs/worker.ts';
import { jobs } from '#api/wiring/jobs.ts';
import { asOwner } from '#tests/support/database.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let running: Running;
let worker: Worker;

beforeAll(async () => {
  running = await startServer();
  worker = await startWorker(running.app, jobs, running.databaseUrl);
});
afterAll(async () => {
  await worker.stop();
  await running.close();
});

const execute = <Row>(sql: string) => running.app.orm.em.execute<Row[]>(sql);
const left = async () =>
  (await execute<{ n: number }>('select count(*)::int as n from graphile_worker.jobs'))[0]?.n;

test('A job that a killed worker had started runs again within seconds', async () => {
  const em = running.app.orm.em.fork();
  await addJob(em, 'remove-expired-sessions', {}, { runAt: new Date(Date.now() + 60_000), queueName: 'one' });
  // As a worker leaves it that is gone without a word.
  await execute(
    `update graphile_worker._private_jobs set run_at = now(), locked_at = now(), locked_by = 'pool-killed', attempts = 1`,
  );
  await execute(
    `update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'pool-killed'`,
  );
  await expect.poll(left, { timeout: 8000 }).toBe(0);
  expect(running.logged.join('')).toContain('pool-killed');
});

test('Workers that lost their database continue once it is back', async () => {
  const em = running.app.orm.em.fork();
  const cut = () =>
    asOwner(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query ilike '%graphile_worker%'`,
    );
  for (let times = 0; times < 2; times++) {
    for (let job = 0; job < 20; job++) await addJob(em, 'send-mail', { mailId: randomUUID() });
    await cut();
    await sleep(200);
  }
  // What was under way may wait for its next attempt; what comes now does not.
  const payload = { mailId: randomUUID(), integrationId: randomUUID(), teamId: randomUUID() };
  for (const task of ['send-mail', 'deliver', 'check-halopsa-tickets'] as const)
    await addJob(em, task, payload, { jobKey: `after ${task}` });
  const after = `select count(*)::int as n from graphile_worker.jobs where key like 'after %'`;
  await expect.poll(async () => (await execute<{ n: number }>(after))[0]?.n, { timeout: 30_000 }).toBe(0);
});
