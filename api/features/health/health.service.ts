import { bigint } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import type { App } from '#api/config/app.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { NotFound } from '#api/lib/errors.ts';
import { record } from '../audit/audit.service.ts';
import {
  HealthPart,
  type HealthCheck,
  type PlatformHealth,
  HealthState,
  worst,
  type Verdict,
  type TeamDelays,
} from './health.ts';
import { assessChannels, assessMail, assessPolls, assessStripe } from './outside-verdicts.ts';
import {
  readChannels,
  readEmail,
  readPolls,
  readStripe,
  readDatabase,
  readMigrations,
  readNodes,
  readQueue,
  lateReadings,
} from './facts.store.ts';
import {
  assessPubsub,
  assessDatabase,
  assessDisk,
  assessMigrations,
  assessNodes,
  assessQueue,
} from './verdicts.ts';
import { longestWait } from '../notifications/deliveries.store.ts';

/** Timeout in milliseconds for checking one component. The others are reported anyway. */
const patience = 5000;

/** Check of each component, in screen order. To add one, add a value to `HealthPart` and a line here. */
const probes: Record<HealthPart, (app: App) => Promise<Verdict>> = {
  database: async (app) => assessDatabase(await readDatabase(app)),
  migrations: async (app) => assessMigrations(await readMigrations(app)),
  nodes: async (app) => assessNodes(await readNodes(app)),
  queue: async (app) => assessQueue(await readQueue(app)),
  pubsub: async (app) => assessPubsub(await readNodes(app), app.config.redisUrl ? 'Redis' : 'PostgreSQL'),
  polls: async (app) => assessPolls(await readPolls(app)),
  channels: async (app) => assessChannels(await readChannels(app)),
  mail: async (app) => assessMail(await readEmail(app)),
  stripe: async (app) => assessStripe(await readStripe(app)),
  disk: async (app) => assessDisk(await readNodes(app)),
};

/** Checks every component. A check that fails is reported as failing and hides nothing else. */
export async function platformHealth({ app }: ViewerContext): Promise<PlatformHealth> {
  const { database, ...others } = probes;
  // First and alone, because its response time is measured.
  const first = await probePart(app, HealthPart.database, database);
  const rest = await Promise.all(
    Object.entries(others).map(([part, probe]) => probePart(app, part as HealthPart, probe)),
  );
  const checks = [first, ...rest];
  return { state: worst(checks.map(({ state }) => state)), checkedAt: new Date(), checks };
}

async function probePart(
  app: App,
  part: HealthPart,
  probe: (app: App) => Promise<Verdict>,
): Promise<HealthCheck> {
  const verdict = await inTime(probe(app)).catch((error: unknown) => {
    app.log.warn({ err: error, part }, 'Failed to check a component');
    return unseen;
  });
  return { part, advice: null, facts: [], troubles: [], ...verdict };
}

const unseen: Verdict = {
  state: HealthState.failing,
  says: 'We couldn’t check this',
  advice: 'See the log for details.',
};

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Timed out')), patience);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Retries permanently failed jobs immediately. Returns their number. @throws NotFound if none of this name
 * failed
 */
export function rerunFailedJobs(ctx: ViewerContext, task: string): Promise<number> {
  return ctx.em.transactional(async (em) => {
    const rerun = await queryRows(
      em,
      { id: bigint },
      `select id from graphile_worker.reschedule_jobs(
         (select coalesce(array_agg(jobs.id), '{}') from graphile_worker._private_jobs as jobs
            join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
           where tasks.identifier = ? and jobs.locked_at is null and jobs.attempts >= jobs.max_attempts),
         run_at => now(), attempts => 0)`,
      [task],
    );
    if (rerun.length === 0) throw new NotFound('Failed job');
    await record(em, ctx, { action: 'jobs.rerun', subject: task, after: { jobs: rerun.length } });
    return rerun.length;
  });
}

/** Seconds after which a due notification counts as late. */
const messagePatience = 120;

/** Delays of the product itself that affect the viewer's team. */
export async function teamDelays({ app, em, viewer }: ViewerContext): Promise<TeamDelays> {
  const waited = await longestWait(em, viewer.team.id);
  return {
    readings: await lateReadings(em, viewer.team.id, app.config.pollIntervalSeconds),
    messagesSince: waited >= messagePatience ? new Date(Date.now() - waited * 1000) : null,
  };
}
