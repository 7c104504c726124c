import { Logger, run, type TaskList } from 'graphile-worker';
import type { App } from '#api/app.ts';
import { scheduled } from './schedule.ts';
import { tasks, type Task } from './tasks.ts';

/** Jobs at a time. */
const concurrency = 10;

export interface Worker {
  /** Lets running jobs finish; those that do not in time run again elsewhere. */
  stop(): Promise<void>;
}

/** The tasks as the queue calls them. */
export function taskList(app: App): TaskList {
  const bound = Object.entries(tasks).map(([name, task]) => {
    return [name, (payload: unknown) => (task as Task<unknown>)(app, payload)] as const;
  });
  return Object.fromEntries(bound);
}

/** Runs jobs until stopped. The queue's tables are there already: `migrateQueue`. */
export async function startWorker(app: App, databaseUrl: string): Promise<Worker> {
  const log = app.log.child({ part: 'jobs' });
  const runner = await run({
    connectionString: databaseUrl,
    taskList: taskList(app),
    parsedCronItems: scheduled(),
    concurrency,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: 5000,
    // It writes down errors with their payloads; ours say which job failed and why.
    logger: new Logger(() => () => undefined),
  });
  runner.events.on('job:error', ({ job, error }) => {
    log.warn(
      { err: error, job: job.task_identifier, attempt: job.attempts },
      'A job failed and will run again',
    );
  });
  runner.events.on('job:failed', ({ job, error }) => {
    log.error({ err: error, job: job.task_identifier }, 'A job failed for good');
  });
  runner.events.on('pool:listen:error', ({ error }) =>
    log.warn({ err: error }, 'Jobs are not announced; looking by turns'),
  );
  return { stop: () => runner.stop() };
}
