import type { EntityManager } from '@mikro-orm/postgresql';
import { makeWorkerUtils } from 'graphile-worker';
import { statementTimeouts, withStatementTimeout } from '#api/db/statement-timeout.ts';
import type { JobName, JobPayloads } from './contracts.ts';

export interface JobOptions {
  /** Earliest start. */
  runAt?: Date;
  /** Defaults to 25. With growing delays, that is about three days. */
  maxAttempts?: number;
  /** A waiting job with the same key is replaced. */
  jobKey?: string;
  /** The job that replaces a waiting one starts when that one would have. */
  keepsRunAt?: boolean;
  /** Jobs of one queue run one by one. */
  queueName?: string;
}

/**
 * Adds a job, in the caller's transaction if there is one. `runAt` uses this node's clock, and the database
 * gets the delay instead. If the clocks differed, a job that isn't due for the node would be due for the
 * database, and would start again and again.
 */
export async function addJob<Name extends JobName>(
  em: EntityManager,
  name: Name,
  payload: JobPayloads[Name],
  { runAt, maxAttempts, jobKey, keepsRunAt, queueName }: JobOptions = {},
): Promise<void> {
  await em.execute(
    `select graphile_worker.add_job(identifier => ?, payload => ?::json, queue_name => ?, run_at => clock_timestamp() + ?::int8 * interval '1 millisecond', max_attempts => ?, job_key => ?, job_key_mode => ?)`,
    [
      name,
      JSON.stringify(payload),
      queueName ?? null,
      runAt ? runAt.getTime() - Date.now() : null,
      maxAttempts ?? null,
      jobKey ?? null,
      keepsRunAt ? 'preserve_run_at' : 'replace',
    ],
    'run',
  );
}

/** Migrates the queue's tables. Safe from several processes at once. */
export async function migrateQueue(connectionString: string): Promise<void> {
  const queue = await makeWorkerUtils({
    connectionString: withStatementTimeout(connectionString, statementTimeouts.migration),
  });
  try {
    await queue.migrate();
  } finally {
    await queue.release();
  }
}
