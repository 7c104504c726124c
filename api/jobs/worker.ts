import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, run, type Runner, type RunnerOptions, type TaskList } from 'graphile-worker';
import type { App } from '#api/app.ts';
import { withStatementTimeout } from '#api/statement-timeout.ts';
import { openLiveness, type Liveness } from './liveness.ts';
import { scheduled } from './schedule.ts';
import { billingTasks, tasks, tellingTasks, ticketTasks, type Task } from './tasks.ts';

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

/** Milliseconds until workers that ended by themselves are started anew. */
const restartAfter = 1000;

/** Milliseconds that workers have to come to their end once they begin to stop. */
const stoppingPatience = 8000;

/**
 * Milliseconds that new workers have for their first look for jobs. The queue (0.18) asks once for the names of the tasks and
 * keeps the answer: where it was cut off, they would fail at each later look as well, for ever.
 */
const firstLookPatience = 3000;

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

/** Runs jobs until stopped. The queue's tables are there already: `migrateQueue`. */
export async function startWorker(app: App, databaseUrl: string): Promise<Worker> {
  const log = app.log.child({ part: 'jobs' });
  const liveness = await openLiveness(databaseUrl, log);
  const lines: RunnerOptions[] = [
    { taskList: taskList(app, tasks), parsedCronItems: scheduled(), concurrency, preset: { worker: noting } },
    {
      taskList: taskList(app, tellingTasks),
      concurrency: tellingConcurrency,
      pollInterval: 500,
      // One look for all of them instead of one for each. Jobs that wait in one queue would fill it: here none do.
      preset: { worker: { ...noting, localQueue: { size: tellingConcurrency } } },
    },
    {
      taskList: taskList(app, ticketTasks),
      concurrency: ticketConcurrency,
      pollInterval: 5000,
      preset: { worker: noting },
    },
    {
      taskList: taskList(app, billingTasks),
      concurrency: billingConcurrency,
      pollInterval: 5000,
      preset: { worker: noting },
    },
  ];
  const shared = {
    connectionString: withStatementTimeout(databaseUrl),
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: 5000,
  };
  const kept = await Promise.all(lines.map((line) => keepRunning({ ...shared, ...line }, liveness, log)));
  return {
    async stop() {
      await Promise.all(kept.map((runner) => runner.stop()));
      await liveness.close();
    },
  };
}

interface Line extends Worker {
  /** Its workers do nothing any more, whoever stopped them. */
  ended: Promise<void>;
}

/** Runs one line of jobs. A database that goes away ends its workers: they are started anew until it is back. */
async function keepRunning(options: RunnerOptions, liveness: Liveness, log: App['log']): Promise<Worker> {
  const stopping = new AbortController();
  let runner = await start();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await runner.ended;
      if (!stopping.signal.aborted) log.warn('Workers ended by themselves and are started anew');
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

  /** Its workers count as alive from their making to their end. */
  async function start(): Promise<Line> {
    const events: Runner['events'] = new EventEmitter();
    const pools: string[] = [];
    events.on('pool:create', ({ workerPool }) => {
      pools.push(workerPool.id);
      liveness
        .register(workerPool.id)
        .catch((error: unknown) => log.warn({ err: error }, 'A worker is not registered'));
    });
    report(events, log);
    // Workers that lost the database begin to stop, and some never come to the end of it.
    const givenUp = new Promise<void>((resolve) => {
      const soon = () => setTimeout(resolve, stoppingPatience).unref();
      events.once('stop', soon);
      events.once('pool:gracefulShutdown', soon);
    });
    // It writes down errors with their payloads; ours say which job failed and why.
    const started = await run({ ...options, events, logger: new Logger(() => () => undefined) });
    const blind = setTimeout(() => void started.stop().catch(() => undefined), firstLookPatience);
    for (const look of ['worker:getJob:empty', 'localQueue:getJobs:complete', 'job:start'] as const)
      events.once(look, () => clearTimeout(blind));
    const forget = () => pools.forEach((pool) => void liveness.forget(pool).catch(() => undefined));
    const ended = Promise.race([started.promise.catch(() => undefined), givenUp]).then(forget);
    return { stop: () => started.stop(), ended };
  }

  return {
    async stop() {
      stopping.abort();
      // It refuses where it has just ended by itself.
      runner.stop().catch(() => undefined);
      await runner.ended;
      await running;
    },
  };
}

/** What becomes of jobs is logged. */
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
    log.warn({ err: error }, 'Jobs are not announced; looking by turns'),
  );
}
