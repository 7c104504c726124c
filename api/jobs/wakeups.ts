import type pg from 'pg';
import type { Logger } from 'pino';

/** Longest pause between polls for due jobs, in ms. */
const lookEvery = 5000;

/** Pause after a failed poll, in ms. */
const retryAfter = 1000;

/** Polls requested within this many milliseconds share one query. */
const gathering = 100;

/** A pool of workers that run the same tasks. */
export interface WorkerGroup {
  tasks: ReadonlySet<string>;
  concurrency: number;
  /** Makes up to this many idle workers check for a job. */
  nudge(workers: number): void;
}

export interface Wakeups {
  /** Polls soon, because jobs may have been added, retried or released. */
  look(): void;
  stop(): Promise<void>;
}

/**
 * Wakes idle workers when their jobs are due. The queue announces new jobs, but not those that become due
 * later or whose queue becomes free. Each of its workers would poll for them, and one query for all of them
 * is enough.
 */
export function startWakeups(pool: pg.Pool, groups: readonly WorkerGroup[], log: Logger): Wakeups {
  let timer: NodeJS.Timeout | undefined;
  let nextLook = Infinity;
  let looking: Promise<void> | undefined;
  let failed = false;
  let stopped = false;

  function lookWithin(milliseconds: number): void {
    const at = performance.now() + milliseconds;
    if (stopped || at >= nextLook) return;
    nextLook = at;
    clearTimeout(timer);
    timer = setTimeout(() => {
      nextLook = Infinity;
      // A poll requested during another one follows it, because the first may have missed the change.
      looking = (looking ?? Promise.resolve()).then(lookSafely);
    }, milliseconds);
  }

  async function lookSafely(): Promise<void> {
    if (stopped) return;
    try {
      lookWithin(await look());
      failed = false;
    } catch (error) {
      if (!failed) log.warn({ err: error }, 'Failed to check for due jobs; retrying');
      failed = true;
      lookWithin(retryAfter);
    }
  }

  /** @returns milliseconds until the next job is due, at most `lookEvery` */
  async function look(): Promise<number> {
    const { rows } = await pool.query<{ task: string; due: number; next_in: number | null }>(upcoming, [
      lookEvery,
    ]);
    for (const { tasks, concurrency, nudge } of groups) {
      const due = rows.reduce((sum, row) => sum + (tasks.has(row.task) ? row.due : 0), 0);
      if (due > 0) nudge(Math.min(due, concurrency));
    }
    const known = rows.filter(({ task }) => groups.some(({ tasks }) => tasks.has(task)));
    return Math.min(lookEvery, ...known.flatMap((row) => row.next_in ?? []));
  }

  lookWithin(0);
  return {
    look: () => lookWithin(gathering),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

/** How many jobs of each task can run now, and in how many milliseconds the next one can. */
const upcoming = `
  select task.identifier as task, count(*) filter (where job.run_at <= now())::int as due,
         ceil(extract(epoch from min(job.run_at) filter (where job.run_at > now()) - now()) * 1000)::int as next_in
    from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id
    left join graphile_worker._private_job_queues as queue on queue.id = job.job_queue_id
   where job.is_available and job.run_at <= now() + $1 * interval '1 millisecond'
     and (queue.id is null or queue.is_available)
   group by task.identifier`;
