import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Logger,
  parseCronItems,
  run,
  type ParsedCronItem,
  type Runner,
  type RunnerOptions,
  type TaskList,
  type WorkerPool,
} from 'graphile-worker';
import pg from 'pg';
import type { App } from '#api/config/app.ts';
import { withStatementTimeout } from '#api/db/statement-timeout.ts';
import { openLiveness, type Liveness } from './liveness.ts';
import type { JobName, JobPayloads } from './contracts.ts';
import { startWakeups, type WorkerGroup } from './wakeups.ts';

/** Runs a job with its payload. If it throws, the job is retried later. */
export type Task<Payload> = (app: App, payload: Payload) => Promise<void>;

interface Job<Payload> {
  run: Task<Payload>;
  lane: Lane;
  /** Cron expression (UTC). Runs once per occurrence however many workers there are. */
  cron?: string;
}

export type Jobs = { readonly [Name in JobName]: Job<JobPayloads[Name]> };

/** Workers of one kind of job, so that a slow kind never delays another. */
type Lane = keyof typeof lanes;

/** How many jobs of each lane a node runs at a time. */
const lanes = {
  /** Jobs that only use the database and the mail server. */
  general: { concurrency: 10 },
  /**
   * Calls third-party servers and mostly waits. This many calls may hang before one dead destination delays
   * another. One query claims jobs for all workers instead of one query each.
   */
  delivery: { concurrency: 200, localQueue: { size: 200 } },
  /**
   * Writes to HaloPSA, at most one job per team at a time. A long queue of one team can't delay another team.
   */
  halopsa: { concurrency: 30 },
  /** Calls Stripe. Events of one customer are applied in order. */
  stripe: { concurrency: 5 },
  /** Keeps a processor busy for seconds. */
  backtests: { concurrency: 2 },
} satisfies Record<string, { concurrency: number; localQueue?: { size: number } }>;

/**
 * Results of jobs are always recorded in batches, even a single one. Failed batches are retried, while a
 * failed single write would end the process when the database is unreachable.
 */
const noting = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

/** Milliseconds until workers that stopped unexpectedly are restarted. */
const restartAfter = 1000;

/** Milliseconds that stopping workers have before they are abandoned. */
const stoppingPatience = 8000;

/** Milliseconds between two polls of each idle worker. `wakeups.ts` wakes it when there is a job, so this is a fallback. */
const pollInterval = 300_000;

export interface Worker {
  /** Lets running jobs finish. Those that don't finish in time run again elsewhere. */
  stop(): Promise<void>;
}

/** The jobs of a lane, or of all lanes, in the queue's format. */
export function taskList(app: App, jobs: Jobs, lane?: Lane): TaskList {
  const entries = Object.entries(jobs).filter(([, job]) => !lane || job.lane === lane);
  const bound = entries.map(([name, { run: task }]) => {
    return [name, (payload: unknown) => (task as Task<unknown>)(app, payload)] as const;
  });
  return Object.fromEntries(bound);
}

/** The scheduled jobs of a lane. */
function scheduled(jobs: Jobs, lane: Lane): ParsedCronItem[] {
  return parseCronItems(
    Object.entries(jobs).flatMap(([task, { lane: own, cron }]) =>
      own === lane && cron ? [{ task, match: cron, options: { maxAttempts: 3 } }] : [],
    ),
  );
}

/** Runs jobs until stopped. `migrateQueue` must have created the queue's tables. */
export async function startWorker(app: App, jobs: Jobs, databaseUrl: string): Promise<Worker> {
  const log = app.log.child({ part: 'jobs' });
  const pool = openPool(databaseUrl, app.config.queuePoolSize);
  const groups = (Object.keys(lanes) as Lane[]).map((lane) => new Group(app, jobs, lane));
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

/** The connections of all workers of this process. One per group waits for announcements. */
function openPool(databaseUrl: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: withStatementTimeout(databaseUrl), max });
  // A lost connection also rejects its pending queries. Without a listener the event would end the process.
  const ignore = () => undefined;
  pool.on('error', ignore).on('connect', (client) => client.on('error', ignore));
  return pool;
}

/** The workers of one lane, whichever of the queue's pools currently runs them. */
class Group implements WorkerGroup {
  readonly tasks: ReadonlySet<string>;
  readonly concurrency: number;
  readonly options: RunnerOptions;
  workers: WorkerPool | undefined;

  constructor(app: App, jobs: Jobs, lane: Lane) {
    const { concurrency, localQueue }: { concurrency: number; localQueue?: { size: number } } = lanes[lane];
    const ownTasks = taskList(app, jobs, lane);
    this.tasks = new Set(Object.keys(ownTasks));
    this.concurrency = concurrency;
    this.options = {
      concurrency,
      parsedCronItems: scheduled(jobs, lane),
      taskList: ownTasks,
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
  /** Polls for due jobs. */
  look(): void;
}

interface Line extends Worker {
  /** Its workers have stopped, or were abandoned. */
  ended: Promise<void>;
}

/** Runs a group's workers. They stop when the database is lost, and are restarted until it is back. */
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

  /** Its workers count as alive from creation until they end. */
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
    // Workers that lost the database start to stop, and some never finish.
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
      // It rejects if it has just stopped on its own.
      runner.stop().catch(() => undefined);
      await runner.ended;
      await running;
    },
  };
}

/**
 * The queue (0.18) looks up the IDs of its tasks once and caches the result, even an error. Every later poll
 * would fail too, so workers that fail before their first successful poll are restarted.
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
    log.error({ err: error, job: job.task_identifier }, 'A job failed permanently');
  });
  events.on('pool:listen:error', ({ error }) =>
    log.warn({ err: error }, 'Job notifications unavailable, falling back to polling'),
  );
}
