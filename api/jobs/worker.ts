import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Logger,
  run,
  type Runner,
  type RunnerOptions,
  type TaskList,
  type WorkerPool,
} from 'graphile-worker';
import pg from 'pg';
import type { App } from '#api/config/app.ts';
import { withStatementTimeout } from '#api/db/statement-timeout.ts';
import { openLiveness, type Liveness } from './liveness.ts';
import { scheduled } from './schedule.ts';
import { billingTasks, tasks, tellingTasks, ticketTasks, type Task } from '#api/wiring/jobs.ts';
import { startWakeups, type WorkerGroup } from './wakeups.ts';

/** Jobs at a time that only use the database and the mail server. */
const concurrency = 10;

/**
 * Jobs at a time that call other people's servers. Most of the time they wait: so many of them may hang at once before
 * one dead destination makes another wait.
 */
const tellingConcurrency = 200;

/** Jobs at a time in HaloPSA, one of each team at most. */
const ticketConcurrency = 30;

/** Jobs at a time that ask Stripe. */
const billingConcurrency = 5;

/**
 * What became of jobs is noted in batches, also of one. A note by itself is not waited for: while the database is away its
 * failure would end the process; a batch is tried again.
 */
const noting = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

/** Milliseconds until workers that stopped unexpectedly are restarted. */
const restartAfter = 1000;

/** Milliseconds that stopping workers have before they are abandoned. */
const stoppingPatience = 8000;

/** Milliseconds between two polls of each idle worker. `wakeups.ts` wakes it when there is a job, so this is a fallback. */
const pollInterval = 300_000;

export interface Worker {
  /** Lets running jobs finish; those that do not in time run again elsewhere. */
  stop(): Promise<void>;
}

/** The tasks as the queue calls them. */
export function taskList(
  app: App,
  of: Record<string, Task<never>> = { ...tasks, ...tellingTasks, ...ticketTasks, ...billingTasks },
): TaskList {
  const bound = Object.entries(of).map(([name, task]) => {
    return [name, (payload: unknown) => (task as Task<unknown>)(app, payload)] as const;
  });
  return Object.fromEntries(bound);
}

/** Runs jobs until stopped. `migrateQueue` must have created the queue's tables. */
export async function startWorker(app: App, databaseUrl: string): Promise<Worker> {
  const log = app.log.child({ part: 'jobs' });
  const pool = openPool(databaseUrl, app.config.queuePoolSize);
  const groups = [
    new Group(app, tasks, { concurrency, parsedCronItems: scheduled() }),
    // One query for all of them instead of one for each.
    new Group(app, tellingTasks, { concurrency: tellingConcurrency }, { size: tellingConcurrency }),
    new Group(app, ticketTasks, { concurrency: ticketConcurrency }),
    new Group(app, billingTasks, { concurrency: billingConcurrency }),
  ];
  const wakeups = startWakeups(pool, groups, log);
  const liveness = await openLiveness(databaseUrl, log, wakeups.look);
  const kept = await Promise.all(
    groups.map((group) => keepRunning(pool, group, { liveness, log, look: wakeups.look })),
  );
  return {
    async stop() {
      await wakeups.stop();
      await Promise.all(kept.map((runner) => runner.stop()));
      await liveness.close();
      // Workers that were abandoned may never return their connections.
      await Promise.race([pool.end(), sleep(restartAfter, undefined, { ref: false })]);
    },
  };
}

/** The connections of all workers of this process. One of each group waits for announcements. */
function openPool(databaseUrl: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: withStatementTimeout(databaseUrl), max });
  // Lost connections reject what is asked of them. Without a listener the event would end the process.
  const ignore = () => undefined;
  pool.on('error', ignore).on('connect', (client) => client.on('error', ignore));
  return pool;
}

/** Workers with the same tasks, whichever pool of the queue runs them at the moment. */
class Group implements WorkerGroup {
  readonly tasks: ReadonlySet<string>;
  readonly concurrency: number;
  readonly options: RunnerOptions;
  workers: WorkerPool | undefined;

  constructor(
    app: App,
    of: Record<string, Task<never>>,
    options: { concurrency: number } & Pick<RunnerOptions, 'parsedCronItems'>,
    localQueue?: { size: number },
  ) {
    this.tasks = new Set(Object.keys(of));
    this.concurrency = options.concurrency;
    this.options = {
      ...options,
      taskList: taskList(app, of),
      pollInterval,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: 5000,
      preset: { worker: { ...noting, ...(localQueue && { localQueue }) } },
    };
  }

  readonly nudge = (count: number): void => {
    try {
      this.workers?.nudge(count);
    } catch {
      // The queue asserts that the worker still runs. One that has just stopped needs no nudge.
    }
  };
}

interface Surroundings {
  liveness: Liveness;
  log: App['log'];
  /** Has due jobs looked for. */
  look(): void;
}

interface Line extends Worker {
  /** Its workers have stopped, or were abandoned. */
  ended: Promise<void>;
}

/** Runs a group's workers. They stop when the database goes away, and are restarted until it is back. */
async function keepRunning(
  pool: pg.Pool,
  group: Group,
  { liveness, log, look }: Surroundings,
): Promise<Worker> {
  const stopping = new AbortController();
  let runner = await start();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await runner.ended;
      if (!stopping.signal.aborted) log.warn('Job workers stopped unexpectedly; restarting them');
      while (!stopping.signal.aborted) {
        await sleep(restartAfter, undefined, { ref: false });
        const again = await start().catch(() => undefined);
        if (!again) continue;
        runner = again;
        if (stopping.signal.aborted) await runner.stop().catch(() => undefined);
        break;
      }
    }
  })();

  /** Its workers count as alive from their creation to their end. */
  async function start(): Promise<Line> {
    const events: Runner['events'] = new EventEmitter();
    const pools: string[] = [];
    events.on('pool:create', ({ workerPool }) => {
      pools.push(workerPool.id);
      group.workers = workerPool;
      liveness
        .register(workerPool.id)
        .catch((error: unknown) => log.warn({ err: error }, 'A worker is not registered'));
    });
    report(events, log);
    for (const change of ['pool:listen:success', 'pool:listen:notification', 'job:complete'] as const)
      events.on(change, look);
    // Workers that lost the database begin to stop, and some never finish.
    const givenUp = new Promise<void>((resolve) => {
      const soon = () => setTimeout(resolve, stoppingPatience).unref();
      events.once('stop', soon);
      events.once('pool:gracefulShutdown', soon);
    });
    const blind = Promise.withResolvers<void>();
    // The queue logs errors with their payloads. Our own lines say which job failed and why.
    const logger = new Logger(() => (level) => void (level === 'error' && blind.resolve()));
    const started = await run({ ...group.options, pgPool: pool, events, logger });
    restartIfBlind(events, blind, () => void started.stop().catch(() => undefined));
    const forget = () => pools.forEach((id) => void liveness.forget(id).catch(() => undefined));
    const ended = Promise.race([started.promise.catch(() => undefined), givenUp]).then(forget);
    return { stop: () => started.stop(), ended };
  }

  return {
    async stop() {
      stopping.abort();
      // It refuses where it has just stopped by itself.
      runner.stop().catch(() => undefined);
      await runner.ended;
      await running;
    },
  };
}

/**
 * The queue (0.18) asks once for the ids of its tasks and keeps the answer, also when it is an error: every later look for jobs
 * would fail as well. So workers that fail before their first look has succeeded are stopped.
 */
function restartIfBlind(
  events: Runner['events'],
  failed: PromiseWithResolvers<void>,
  stop: () => void,
): void {
  let sees = false;
  for (const look of ['worker:getJob:empty', 'localQueue:getJobs:complete', 'job:start'] as const)
    events.once(look, () => (sees = true));
  events.once('worker:getJob:error', () => failed.resolve());
  void failed.promise.then(() => sees || stop());
}

/** Logs jobs that fail. */
function report(events: Runner['events'], log: App['log']): void {
  events.on('job:error', ({ job, error }) => {
    log.warn(
      { err: error, job: job.task_identifier, attempt: job.attempts },
      'A job failed and will run again',
    );
  });
  events.on('job:failed', ({ job, error }) => {
    log.error({ err: error, job: job.task_identifier }, 'A job failed for good');
  });
  events.on('pool:listen:error', ({ error }) =>
    log.warn({ err: error }, 'Job notifications unavailable, falling back to polling'),
  );
}
