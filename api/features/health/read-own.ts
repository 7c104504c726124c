import type { App } from '#api/config/app.ts';
import { Node } from './node.entity.ts';
import type { DatabaseFacts, NodeFacts, QueueFacts } from './verdicts.ts';

// What is measured of the program's own parts. Raw statements give times as texts.

type Times<Row, Key extends keyof Row> = Omit<Row, Key> & Record<Key, string>;

const query = <Row extends object>({ orm }: App, sql: string, values: unknown[] = []) =>
  orm.em.fork().execute<Row[]>(sql, values);

export async function readDatabase(app: App): Promise<DatabaseFacts> {
  const began = performance.now();
  await query(app, 'select 1');
  const answered = performance.now() - began;
  const [row] = await query<Omit<DatabaseFacts, 'answered'>>(
    app,
    `select pg_database_size(current_database())::float as size,
            count(*)::int as connections,
            current_setting('max_connections')::int as "mostConnections",
            coalesce(max(extract(epoch from now() - query_start)) filter (
              where state = 'active' and pid <> pg_backend_pid() and datname = current_database()), 0)::float
              as "longestStatement",
            current_setting('server_version') as version
       from pg_stat_activity
      -- The activity of another role's connection may be hidden, but not the role.
      where coalesce(backend_type, 'client backend') = 'client backend' and usesysid is not null`,
  );
  return { answered, ...row! };
}

export async function readMigrations({ orm }: App): Promise<{ pending: string[]; applied: number }> {
  const [pending, applied] = [await orm.migrator.getPending(), await orm.migrator.getExecuted()];
  return { pending: pending.map(({ name }) => name), applied: applied.length };
}

/** Kinds of failed jobs that are told one by one. */
const mostKinds = 10;

export async function readQueue(app: App): Promise<QueueFacts> {
  const [counts] = await query<Pick<QueueFacts, 'waiting' | 'running' | 'retrying'>>(
    app,
    `select count(*) filter (where locked_at is null and run_at <= now() and attempts < max_attempts)::int as waiting,
            count(*) filter (where locked_at is not null)::int as running,
            count(*) filter (where locked_at is null and run_at > now() and attempts > 0
                               and attempts < max_attempts)::int as retrying
       from graphile_worker._private_jobs`,
  );
  // What stands behind another job of its own queue is not late: it waits for that one.
  const [oldest] = await query<Times<NonNullable<QueueFacts['oldest']>, 'due'>>(
    app,
    `select tasks.identifier as task, jobs.run_at as due,
            extract(epoch from now() - jobs.run_at)::float as seconds
       from graphile_worker._private_jobs as jobs
       join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
       left join graphile_worker._private_job_queues as queues on queues.id = jobs.job_queue_id
      where jobs.locked_at is null and jobs.run_at <= now() and jobs.attempts < jobs.max_attempts
        and queues.locked_at is null
      order by jobs.run_at limit 1`,
  );
  const failed = await query<Times<QueueFacts['failed'][number], 'last'>>(
    app,
    `select tasks.identifier as task, count(*)::int as count, max(jobs.updated_at) as last,
            coalesce((array_agg(jobs.last_error order by jobs.updated_at desc))[1], '') as error
       from graphile_worker._private_jobs as jobs
       join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
      where jobs.locked_at is null and jobs.attempts >= jobs.max_attempts
      group by tasks.identifier order by count desc, task limit ?`,
    [mostKinds],
  );
  return {
    ...counts!,
    oldest: oldest ? { ...oldest, due: new Date(oldest.due) } : null,
    failed: failed.map((one) => ({ ...one, last: new Date(one.last) })),
  };
}

/** Every node that was heard of within the last hour, the oldest first. */
export async function readNodes(app: App): Promise<NodeFacts[]> {
  const em = app.orm.em.fork();
  const [row] = await query<{ now: string }>(app, 'select clock_timestamp() as now');
  const now = new Date(row!.now).getTime();
  const nodes = await em.find(Node, {}, { orderBy: { startedAt: 'asc', id: 'asc' } });
  return nodes.map(({ diskFree, diskTotal, ...node }) => ({
    ...node,
    silent: (now - node.seenAt.getTime()) / 1000,
    disk: diskFree && diskTotal ? { free: Number(diskFree), total: Number(diskTotal) } : null,
  }));
}
