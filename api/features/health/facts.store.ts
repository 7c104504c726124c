import type { EntityManager } from '@mikro-orm/postgresql';
import {
  bool,
  type Column,
  float,
  int,
  notNull,
  orNull,
  type RowOf,
  text,
  timestamp,
} from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { App } from '#api/config/app.ts';
import { dateOf } from '#api/db/row-values.ts';
import { isWatched, pausedPollAt } from '../controllers/limits.store.ts';
import type { LateReading } from './health.ts';
import { Node } from './node.entity.ts';
import type { DatabaseFacts, NodeFacts, QueueFacts } from './verdicts.ts';
import { isRunning } from '../billing/subscription.entity.ts';
import { EmailTransport, providerOf, currentTransport } from '../email/transport.store.ts';
import { longestWait } from '../notifications/deliveries.store.ts';
import type { ChannelFacts, EmailFacts, PollFacts, StripeFacts } from './outside-verdicts.ts';

/** Maximum controllers listed individually. */
const mostLateReadings = 10;

/**
 * SQL: seconds after which a controller is overdue. One poll interval, so an outage of polling shows within
 * two of them. A busy worker may miss one very short interval, so there is a minimum. Its parameter is the
 * default interval.
 */
const readingPatience = 'greatest(coalesce(poll_seconds, ?), 20)';

/** SQL condition for controllers that are polled. */
const isRead = `${isWatched} and (next_poll_at is null or next_poll_at < '${pausedPollAt}')`;

/** SQL condition for overdue controllers. Its parameter is the default interval in seconds. */
export const isLate = `${isRead} and extract(epoch from now() - next_poll_at) > ${readingPatience}`;

/** A team's overdue controllers, longest first. */
export async function lateReadings(
  em: EntityManager,
  teamId: string,
  intervalSeconds: number,
): Promise<LateReading[]> {
  const rows = await queryRows(
    em,
    {
      controllerId: tables.controller.id,
      controllerName: tables.controller.name,
      dueAt: notNull(tables.controller.next_poll_at),
    },
    `select id as "controllerId", name as "controllerName", next_poll_at as "dueAt" from controller
      where team_id = ? and ${isLate}
      order by next_poll_at limit ?`,
    [teamId, intervalSeconds, mostLateReadings],
  );
  return rows.map(({ dueAt, ...row }) => ({ ...row, dueAt: new Date(dueAt) }));
}

// Measurements of the platform's own components. Raw statements return times as text.

const query = <const Columns extends Record<string, Column>>(
  { orm }: App,
  columns: Columns,
  sql: string,
  values: unknown[] = [],
) => queryRows(orm.em.fork(), columns, sql, values);

export async function readDatabase(app: App): Promise<DatabaseFacts> {
  const began = performance.now();
  await app.orm.em.fork().execute('select 1', [], 'run');
  const answered = performance.now() - began;
  const [row] = await query(
    app,
    { size: float, connections: int, mostConnections: int, longestStatement: float, version: text },
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

/** Maximum kinds of failed jobs listed individually. */
const mostKinds = 10;

export async function readQueue(app: App): Promise<QueueFacts> {
  const [counts] = await query(
    app,
    { waiting: int, running: int, retrying: int },
    `select count(*) filter (where locked_at is null and run_at <= now() and attempts < max_attempts)::int as waiting,
            count(*) filter (where locked_at is not null)::int as running,
            count(*) filter (where locked_at is null and run_at > now() and attempts > 0
                               and attempts < max_attempts)::int as retrying
       from graphile_worker._private_jobs`,
  );
  // A job that waits for another one in its own queue isn't overdue.
  const [oldest] = await query(
    app,
    { task: text, due: timestamp, seconds: float },
    `select tasks.identifier as task, jobs.run_at as due,
            extract(epoch from now() - jobs.run_at)::float as seconds
       from graphile_worker._private_jobs as jobs
       join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
       left join graphile_worker._private_job_queues as queues on queues.id = jobs.job_queue_id
      where jobs.locked_at is null and jobs.run_at <= now() and jobs.attempts < jobs.max_attempts
        and queues.locked_at is null
      order by jobs.run_at limit 1`,
  );
  const failed = await query(
    app,
    { task: text, count: int, last: timestamp, error: text },
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

/** Nodes seen within the last hour, oldest first. */
export async function readNodes(app: App): Promise<NodeFacts[]> {
  const em = app.orm.em.fork();
  const [row] = await query(app, { now: timestamp }, 'select clock_timestamp() as now');
  const now = new Date(row!.now).getTime();
  const nodes = await em.find(Node, {}, { orderBy: { startedAt: 'asc', id: 'asc' } });
  return nodes.map(({ diskFree, diskTotal, ...node }) => ({
    ...node,
    silent: (now - node.seenAt.getTime()) / 1000,
    disk: diskFree && diskTotal ? { free: Number(diskFree), total: Number(diskTotal) } : null,
  }));
}

// Measurements of external services. Raw statements return times as text.

/** Maximum rows listed individually. */
const mostTold = 10;

/** Monitored controllers. Late ones missed a whole interval. */
const watched = `
  with watched as (
    select controller.name, status, last_sync, next_poll_at, owner.name as team,
           extract(epoch from now() - next_poll_at) as overdue, ${readingPatience} as patience
      from controller join team owner on owner.id = controller.team_id
     where ${isRead})`;

export async function readPolls(app: App): Promise<PollFacts> {
  const { pollIntervalSeconds } = app.config;
  const [row] = await query(
    app,
    { watched: int, late: int, longest: float, unreadable: int, lastRead: tables.controller.last_sync },
    `${watched}
     select count(*)::int as watched,
            count(*) filter (where overdue > patience)::int as late,
            coalesce(max(overdue) filter (where overdue > patience), 0)::float as longest,
            count(*) filter (where status = 'error' or next_poll_at is null)::int as unreadable,
            max(last_sync) as "lastRead"
       from watched`,
    [pollIntervalSeconds],
  );
  const worst = await query(
    app,
    {
      controller: tables.controller.name,
      team: tables.team.name,
      due: notNull(tables.controller.next_poll_at),
    },
    `${watched}
     select name as controller, team, next_poll_at as due from watched
      where overdue > patience order by next_poll_at limit ?`,
    [pollIntervalSeconds, mostTold],
  );
  return {
    ...row!,
    lastRead: dateOf(row!.lastRead),
    worst: worst.map((one) => ({ ...one, due: new Date(one.due) })),
  };
}

export async function readChannels(app: App): Promise<ChannelFacts> {
  const kinds = await query(
    app,
    {
      type: tables.integration.type,
      of: int,
      channels: int,
      teams: int,
      since: tables.integration.failing_since,
    },
    `select type, count(*)::int as of,
            count(*) filter (where failing_since is not null)::int as channels,
            count(distinct team_id) filter (where failing_since is not null)::int as teams,
            min(failing_since) as since
       from integration where made_from is null and is_active and type <> 'push'
      group by type order by channels desc, type`,
  );
  return {
    active: kinds.reduce((sum, one) => sum + one.of, 0),
    failing: kinds.flatMap(({ since, ...kind }) => (since ? [{ ...kind, since: new Date(since) }] : [])),
    longestWait: await longestWait(app.orm.em.fork()),
  };
}

const wayWords: Record<EmailTransport, string> = {
  [EmailTransport.provider]: 'the provider',
  [EmailTransport.smtp]: 'SMTP_URL',
  [EmailTransport.mailbox]: 'the local development mailbox',
  [EmailTransport.none]: 'nothing',
};

export async function readEmail(app: App): Promise<EmailFacts> {
  const { by } = await currentTransport(app.orm.em.fork(), app.config);
  const { settings } = await providerOf(app.orm.em.fork(), app.config);
  const [row] = await query(
    app,
    {
      lastSent: orNull(tables.mail.sent_at),
      lastFailed: orNull(tables.mail.created_at),
      waiting: int,
      stuck: int,
      longestWait: float,
      failedToday: int,
    },
    `select max(sent_at) filter (where status = 'sent') as "lastSent",
            max(created_at) filter (where status = 'failed') as "lastFailed",
            count(*) filter (where status = 'waiting')::int as waiting,
            count(*) filter (where status = 'waiting' and attempts > 0
                               and created_at < now() - interval '15 minutes')::int as stuck,
            coalesce(extract(epoch from now() - min(created_at) filter (
              where status = 'waiting' and attempts = 0 and broadcast_id is null)), 0)::float as "longestWait",
            count(*) filter (where status = 'failed' and created_at > now() - interval '1 day')::int as "failedToday"
       from mail`,
  );
  const { lastSent, lastFailed, ...counted } = row!;
  return {
    ...counted,
    way: wayWords[by],
    isNone: by === EmailTransport.none,
    failure: settings?.failure ?? null,
    failingSince: by === EmailTransport.mailbox ? null : (settings?.failingSince ?? null),
    lastSent: dateOf(lastSent),
    lastFailed: dateOf(lastFailed),
  };
}

const stripeSettings = {
  hasKeys: bool,
  hasWebhookSecret: bool,
  isSelling: tables.payment_settings.purchasing_enabled,
  reconciledAt: tables.payment_settings.reconciled_at,
  sinceReconciled: orNull(float),
};

/** Before any settings were saved. */
const none: RowOf<typeof stripeSettings> = {
  hasKeys: false,
  hasWebhookSecret: false,
  isSelling: false,
  reconciledAt: null,
  sinceReconciled: null,
};

export async function readStripe(app: App): Promise<StripeFacts> {
  const [settings] = await query(
    app,
    stripeSettings,
    `select secret_key_tail is not null as "hasKeys", webhook_secret_tail is not null as "hasWebhookSecret",
            purchasing_enabled as "isSelling", reconciled_at as "reconciledAt",
            extract(epoch from now() - reconciled_at)::float as "sinceReconciled"
       from payment_settings where id = 1`,
  );
  const [events] = await query(
    app,
    {
      lastEvent: orNull(tables.stripe_event.received_at),
      waiting: int,
      longestWait: float,
      subscriptions: int,
    },
    `select max(received_at) as "lastEvent", count(*) filter (where status = 'received')::int as waiting,
            coalesce(extract(epoch from now() - min(received_at) filter (where status = 'received')), 0)::float
              as "longestWait",
            (select count(*) from subscription where ${isRunning})::int
              as subscriptions
       from stripe_event`,
  );
  const failed = await query(
    app,
    {
      type: tables.stripe_event.type,
      count: int,
      last: tables.stripe_event.received_at,
      failure: tables.stripe_event.failure,
    },
    `select type, count(*)::int as count, max(received_at) as last,
            (array_agg(failure order by received_at desc))[1] as failure
       from stripe_event where status = 'failed' group by type order by count desc, type limit ?`,
    [mostTold],
  );
  const { reconciledAt, ...found } = settings ?? none;
  return {
    ...found,
    ...events!,
    reconciledAt: dateOf(reconciledAt),
    lastEvent: dateOf(events!.lastEvent),
    failed: failed.map((one) => ({ ...one, last: new Date(one.last) })),
  };
}
