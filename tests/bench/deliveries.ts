import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import { typescript } from '#api/boot/run-program.ts';
import { scheduleSender } from '#api/features/notifications/deliveries.store.ts';
import { startWorker } from '#api/jobs/worker.ts';
import { jobs } from '#api/wiring/jobs.ts';
import type { Orm } from '#api/db/orm.ts';
import { vault } from '#api/security/secrets.ts';
import { startServer } from '#tests/support/running.ts';
import type { Figure } from './run.ts';
import { scratchDatabase } from './scratch-database.ts';

/** Teams with a webhook each, and what each is told. */
const destinations = 100;
const messages = 100;

/** The same of less, before it is measured: connections are open then, and statements known. */
const warmUp = 10;

/** Jobs at a time of the yardstick: as many as the worker of our other jobs runs. */
const concurrency = 10;

/**
 * Notifications through one worker to receivers on this machine, signed, sent, answered and recorded, against jobs of
 * the queue that do nothing. By the clock, since most of it is waiting for others.
 */
export async function deliveries(): Promise<Figure> {
  await using database = await scratchDatabase();
  const theirs = await doNothing(database.url);
  const ours = await tell(database.url);
  const name = 'a notification sent and noted (promised: at most 3.33)';
  return { name, yardstick: 'a job of graphile-worker that does nothing, 10 at a time', ours, theirs };
}

/** Milliseconds of the clock for each job. */
async function doNothing(connectionString: string): Promise<number> {
  const logger = new Logger(() => () => undefined);
  const queue = await makeWorkerUtils({ connectionString, logger });
  const arrivals = new Arrivals();
  const runner = await run({
    connectionString,
    taskList: { nothing: async () => arrivals.take() },
    concurrency,
    noHandleSignals: true,
    logger,
  });
  const work = async (count: number) => {
    const all = arrivals.expect(count);
    await queue.addJobs(Array.from({ length: count }, () => ({ identifier: 'nothing', payload: {} })));
    return timeFor(count, () => all);
  };
  await work(destinations * warmUp);
  const took = await work(destinations * messages);
  await runner.stop();
  await queue.release();
  return took;
}

async function tell(databaseUrl: string): Promise<number> {
  const config = { logLevel: 'silent' as const, outboundAllow: ['127.0.0.1'] };
  const running = await startServer({ databaseUrl, config });
  const { orm } = running.app;
  await using receiver = await startReceiver();
  const places: Place[] = [];
  for (let n = 0; n < destinations; n++) places.push(await addPlace(orm, receiver.url));
  const worker = await startWorker(running.app, jobs, databaseUrl);
  const work = async (count: number) => {
    for (const place of places) await fill(orm, place, count);
    const ids = places.map(({ integration }) => integration);
    await orm.em.fork().transactional((em) => scheduleSender(em, ids));
    return timeFor(destinations * count, async () => {
      const left = () => execute(orm, `select from delivery where status <> 'sent' limit 1`);
      while ((await left()).length > 0) await sleep(10);
    });
  };
  await work(warmUp);
  const took = await work(messages);
  await worker.stop();
  await running.close();
  return took;
}

/** In a process of its own, as receivers are elsewhere: what they do is not the worker's work. */
async function startReceiver(): Promise<{ url: string; [Symbol.asyncDispose](): Promise<void> }> {
  const receiver = fork(new URL('./receiver.ts', import.meta.url), { execArgv: typescript });
  const [url] = (await once(receiver, 'message')) as [string];
  const stop = async () => {
    const gone = once(receiver, 'exit');
    receiver.disconnect();
    await gone;
  };
  return { url, [Symbol.asyncDispose]: stop };
}

/** Milliseconds of the clock for each of so many. */
async function timeFor(count: number, work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / count;
}

/** Counts what comes; a run in which not everything comes never ends. */
class Arrivals {
  #left = 0;
  #done: () => void = () => undefined;

  expect(count: number): Promise<void> {
    this.#left = count;
    return new Promise((resolve) => (this.#done = resolve));
  }

  take(): void {
    if (--this.#left === 0) this.#done();
  }
}

interface Place {
  team: string;
  controller: string;
  integration: string;
}

/** A team with a webhook. */
async function addPlace(orm: Orm, webhookUrl: string): Promise<Place> {
  const place = { team: randomUUID(), controller: randomUUID(), integration: randomUUID() };
  const { team, controller, integration } = place;
  const secrets = [{ secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }];
  const sealed = vault.seal(JSON.stringify({ webhookUrl, secrets }), 'integration.sealed', integration);
  await execute(orm, `insert into team (id, name) values (?, 'Team')`, [team]);
  await execute(
    orm,
    `insert into controller (id, team_id, name, api_key, api_key_tail, next_poll_at) values (?, ?, 'Office', ?, '0000', null)`,
    [controller, team, vault.seal('key', 'controller.api_key', controller)],
  );
  await execute(orm, `insert into integration (id, team_id, type, sealed) values (?, ?, 'webhook', ?)`, [
    integration,
    team,
    sealed,
  ]);
  return place;
}

/** Alerts that wait to be told. */
async function fill(orm: Orm, { team, controller, integration }: Place, count: number): Promise<void> {
  await execute(
    orm,
    `with a as (
       insert into alert (id, team_id, controller_id, rule_name, subject, type, severity, device_name, site_id, site_name,
                          since, timestamp)
       select gen_random_uuid(), ?, ?, 'Anything down', n, 'device_offline', 'error', 'AP Lobby',
              'HOST:1', 'Head Office', now(), now() from generate_series(1, ?::int) n returning id)
     insert into delivery (team_id, alert_id, integration_id, channel, kind)
     select ?, id, ?, 'webhook', 'opened' from a`,
    [team, controller, count, team, integration],
  );
}

function execute(orm: Orm, sql: string, values: unknown[] = []): Promise<object[]> {
  return orm.em.fork().execute<object[]>(sql, values);
}
