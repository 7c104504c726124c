import pg from 'pg';
import { inject } from 'vitest';

let pool: pg.Pool | undefined;

const name = `worker_${process.env.VITEST_POOL_ID}`;

/**
 * The address of this worker's own database, empty, for the role that the program runs as. It is copied from the template
 * for the first test file of a worker and handed on to the later ones.
 */
export async function testDatabase(): Promise<string> {
  const server = new pg.Client(ownerUrl('postgres'));
  await server.connect();
  const { rowCount } = await server.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await server.query(`create database ${name} template template`);
  await server.end();

  // Tests take the database away: no one hearing of an idle connection's end would fail the run.
  pool ??= new pg.Pool({ connectionString: ownerUrl(), max: 1, allowExitOnIdle: true }).on('error', () => {});
  await emptyDatabase();
  return addressOf('runtime', name);
}

/** A database, by default this worker's, for its owner, a superuser: for what the program itself may not do. */
export const ownerUrl = (database = name): string => addressOf('owner', database);

/** Does as the owner what the program itself may not do. Call `testDatabase` first. */
export async function asOwner<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
  if (!pool) throw new Error('There is no database yet: call testDatabase() first.');
  return (await pool.query<Row>(sql, values)).rows;
}

function addressOf(role: 'owner' | 'runtime', database: string): string {
  return Object.assign(new URL(inject('templateUrl')[role]), { pathname: `/${database}` }).href;
}

/** Removes every row that a test can have made, and every waiting job. Call `testDatabase` first. */
export async function emptyDatabase(): Promise<void> {
  await asOwner(emptyEverything);
}

// Deleting is several times faster than truncating where tables are small; a replica checks no foreign keys, so
// the order of the tables does not matter. What a running worker remembers (its task names) stays. Queues are let
// go and stay too: a job that comes late from the test before would name one that is gone, and wait for ever.
const emptyEverything = `
do $$
declare one record;
begin
  set local session_replication_role = replica;
  for one in
    select schemaname, tablename from pg_tables
    where (schemaname = 'public' and tablename <> 'mikro_orm_migrations')
       or (schemaname = 'graphile_worker' and tablename = '_private_jobs')
       or (schemaname = 'metrics' and tablename !~ '\\d')
  loop
    execute format('delete from %I.%I', one.schemaname, one.tablename);
  end loop;
  update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null;
end $$`;
