import 'reflect-metadata';
import { Migrator } from '@mikro-orm/migrations';
import { ConnectionException, MikroORM, type EntityClass } from '@mikro-orm/postgresql';
import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import type pg from 'pg';
import { NotFound } from '#api/lib/errors.ts';
import { lockKeys } from './lock-keys.ts';
import { noteResult } from './query-rows.ts';
import { statementTimeouts } from './statement-timeout.ts';

export type Orm = MikroORM;

export interface OrmOptions {
  /** 20 by default. */
  maxConnections?: number;
  /** Milliseconds. */
  statementTimeout?: number;
}

/** Display names that differ from the class name. */
const words: Record<string, string> = { AlertRule: 'Alert rule' };

/** Connects to the database without migrating it, which `migrate` does. */
export function connectOrm(
  databaseUrl: string,
  entities: readonly EntityClass<unknown>[],
  options: OrmOptions = {},
): Promise<Orm> {
  return MikroORM.init({
    clientUrl: databaseUrl,
    entities: [...entities],
    metadataProvider: ReflectMetadataProvider,
    extensions: [Migrator],
    // The migrator logs at every start, and failures are thrown anyway.
    logger: () => undefined,
    pool: { min: 0, max: options.maxConnections ?? 20 },
    driverOptions: {
      onPoolCreated: lookAfter,
      statement_timeout: options.statementTimeout ?? statementTimeouts.usual,
    },
    findOneOrFailHandler: (name: string) => new NotFound(words[name] ?? name),
    // Partitions are managed by `features/metrics/partitions.store.ts`.
    schemaGenerator: {
      ignoreSchema: ['graphile_worker', 'metrics'],
      // Former table names, for nodes of the previous release.
      skipViews: ['standing', 'sight_stretch', 'up_stretch'],
    },
    migrations: {
      path: new URL('./migrations', import.meta.url).pathname,
      glob: '*.{ts,js}',
      snapshot: false,
      transactional: true,
      allOrNothing: true,
    },
  });
}

function lookAfter(pool: pg.Pool): void {
  giveBackLostConnections(pool);
  pool.on('connect', nameLostConnections);
}

/**
 * Wraps connection errors at the start and end of a transaction in the database's own exception. A bare
 * network code could be another service's.
 */
function nameLostConnections(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const named = (...given: unknown[]) => {
    const answer = query(...given);
    if (!(answer instanceof Promise)) return answer;
    return answer.then(noteResult, (error: NodeJS.ErrnoException) => {
      throw error.syscall ? new ConnectionException(error) : error;
    });
  };
  client.query = named as typeof client.query;
}

/**
 * Works around Kysely (0.29) leaking connections, which the pool then counts as in use for ever. It leaks one
 * that is lost during begin, commit or rollback (its issue 1990), and one that arrives after the pool began
 * to close. Both are released here, and the latter caller gets an error like any later one. A failure to
 * connect is always reported as the database's own exception.
 */
function giveBackLostConnections(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const connectWatched = async () => {
    const client = await connect().catch((error: Error) => {
      throw new ConnectionException(error);
    });
    const release = client.release.bind(client);
    // The holder of a lost connection may release it as well, and the pool accepts it only once.
    const giveBack = (broken?: Error | boolean) => {
      client.release = () => undefined;
      client.off('end', wasCut);
      release(broken);
    };
    const wasCut = () => client.release(true);
    client.release = giveBack;
    client.once('end', wasCut);
    if (!pool.ending) return client;
    client.release();
    throw new Error('The database is being closed');
  };
  pool.connect = connectWatched as typeof pool.connect;
}

/**
 * Applies pending migrations, then runs `more`, while no other process does either.
 * @returns the names of the migrations applied
 */
export async function migrate(
  orm: Orm,
  more: () => Promise<void> = () => Promise.resolve(),
): Promise<string[]> {
  return setUp(orm, async () => {
    const applied = await orm.migrator.up();
    await more();
    return applied.map(({ name }) => name);
  });
}

/** Runs one-off setup before anything else, while no other process does. */
export async function setUp<T>(orm: Orm, work: () => Promise<T>): Promise<T> {
  return orm.em.getConnection().transactional(async (lock) => {
    const take = 'select pg_advisory_xact_lock(?)';
    await orm.em.getConnection().execute(take, [lockKeys.setUp], 'run', lock);
    return work();
  });
}
