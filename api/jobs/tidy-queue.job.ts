import type { App } from '#api/config/app.ts';
import { maintain } from '#api/db/statement-timeout.ts';

/** Removes jobs that failed permanently more than a week ago, and queues without jobs. */
export async function tidyQueue({ orm }: App, _payload: Record<string, never>): Promise<void> {
  await maintain(orm.em.fork(), (tx) =>
    tx.execute(
      `delete from graphile_worker._private_jobs
     where attempts >= max_attempts and locked_at is null and updated_at < now() - interval '7 days'`,
      [],
      'run',
    ),
  );
  await maintain(orm.em.fork(), (tx) =>
    tx.execute(
      `delete from graphile_worker._private_job_queues as queue
     where locked_at is null
       and not exists (select from graphile_worker._private_jobs where job_queue_id = queue.id)`,
      [],
      'run',
    ),
  );
}
