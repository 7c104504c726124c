// Load on PostgreSQL: queries while idle, and connections under full load.
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { maxConnections, readConfig } from '#api/config/config.ts';
import { addJob } from '#api/jobs/queue.ts';
import type { RunningApp } from '#api/main.ts';
import { ownerUrl } from '#tests/support/database.ts';
import { Line } from '#tests/support/line.ts';
import { Programs } from '#tests/support/programs.ts';
import { until } from '#tests/support/rounds.ts';
import { addCustomer, startServer, type Running } from '#tests/support/running.ts';

let running: Running;
let line: Line;
let programs: Programs;

beforeAll(async () => {
  running = await startServer();
  line = await Line.to(running.databaseUrl);
  programs = new Programs({ ...running, databaseUrl: line.url });
});
afterEach(() => programs.end());
afterAll(async () => {
  await line.cut();
  await running.close();
});

const roles = ['web', 'web', 'worker'] as const;
const startAll = (): Promise<RunningApp[]> =>
  roles.reduce<Promise<RunningApp[]>>(
    async (started, role) => [...(await started), await programs.start({ role })],
    Promise.resolve([]),
  );

/** Statements by way of the line within so many milliseconds. */
async function statementsWithin(milliseconds: number): Promise<string[]> {
  line.statements.length = 0;
  const from = Date.now();
  await until(() => Date.now() - from >= milliseconds, milliseconds * 2);
  return [...line.statements];
}

test('Two web nodes and an idle worker make fewer than five queries a second', async () => {
  await startAll();
  // Starting has ended once a second is quiet.
  await until(async () => (await statementsWithin(1000)).length < 10, 60_000);
  const seconds = 20;
  const statements = await statementsWithin(seconds * 1000);
  // Not none: the line does see them.
  expect(statements.some((text) => text.includes('graphile_worker'))).toBe(true);
  expect(statements.length, statements.join('\n')).toBeLessThan(5 * seconds);
});

test('Two web nodes and a worker stay below the 100 connections of PostgreSQL while everything waits', async () => {
  const started = await startAll();
  const customer = await addCustomer(running);
  const owner = new pg.Client(ownerUrl());
  await owner.connect();
  onTestFinished(() => owner.end());
  await owner.query('begin');
  await owner.query('lock table "user", membership, session, mail, integration in access exclusive mode');
  const requests = started.flatMap(({ url }) =>
    Array.from({ length: 60 }, () =>
      fetch(`${url}/api/alert-rules`, { headers: { authorization: `Bearer ${customer.token}` } }).catch(
        () => undefined,
      ),
    ),
  );
  const em = running.app.orm.em.fork();
  const integrationId = customer.teamId;
  for (let job = 0; job < 60; job++) await addJob(em, 'deliver', { integrationId });
  for (let job = 0; job < 60; job++) await addJob(em, 'send-mail', { mailId: integrationId });
  const config = readConfig({ DATA_DIR: running.app.config.dataDir });
  const computed = roles.reduce((sum, role) => sum + maxConnections({ ...config, role }), 0);
  const pools = roles.length * config.databasePoolSize;
  let most = 0;
  await until(() => (most = Math.max(most, line.ports.length)) >= pools, 20_000);
  await owner.query('rollback');
  await Promise.all(requests);
  most = Math.max(most, line.ports.length);
  expect(most).toBeLessThanOrEqual(computed);
  // Three of the 100 are reserved for superusers.
  expect(computed).toBeLessThanOrEqual(97);
});
