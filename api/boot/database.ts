// Migrates the database as its owner, and returns the URL of the role that the program runs as.
import { createHmac } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Config } from '#api/config/config.ts';
import { migrateQueue } from '../jobs/queue.ts';
import { openOrm } from '#api/wiring/entities.ts';
import { migrate } from '#api/db/orm.ts';
import { statementTimeouts, withStatementTimeout } from '#api/db/statement-timeout.ts';
import { ensurePostgres } from './postgres.ts';

/** The configured database roles are unsuitable. The message says what to change. */
export class DatabaseRoleError extends Error {
  override name = 'DatabaseRoleError';
}

/** The configured database can't be reached. */
export class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable';
  /** Network or PostgreSQL error code. The driver's own errors, such as a timeout, have none. */
  readonly code?: string;

  constructor(cause: Error & { code?: string }) {
    super(cause.message, { cause });
    this.code = cause.code;
  }
}

interface Prepared {
  /** Signs in as a role that is neither a superuser nor an owner. */
  url: string;
  /** Names of the migrations applied. */
  applied: string[];
}

/** The configured database, migrated. `stop` stops the embedded server. @throws DatabaseRoleError, PostgresInUse */
export async function openDatabase({
  databaseUrl,
  databaseMigrationUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'databaseMigrationUrl' | 'dataDir'>): Promise<
  Prepared & { stop(): Promise<void> }
> {
  if (databaseUrl) {
    const prepared = await prepareDatabase({ url: databaseUrl, ownerUrl: databaseMigrationUrl });
    return { ...prepared, stop: () => Promise.resolve() };
  }
  const server = await ensurePostgres(path.join(dataDir, 'postgres'));
  try {
    return { ...(await prepareDatabase({ ownerUrl: server.url() })), stop: server.stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/**
 * Migrates as the owner and grants the runtime role what the program needs. If only the owner is given,
 * creates a runtime role. If only a runtime role is given, migrates nothing, so the database must already be
 * up to date.
 */
export async function prepareDatabase(given: { url?: string; ownerUrl?: string }): Promise<Prepared> {
  const owner = given.ownerUrl ?? (given.url && (await isOwner(given.url)) ? given.url : undefined);
  if (!owner) {
    const url = given.url ?? '';
    await allowed(url, async () => {
      await withClient(url, async (client) => {
        await checkMigrated(client);
        await checkPrivileges(client);
      });
      await migrateQueue(url);
    });
    return { url, applied: [] };
  }
  const url = !given.url || given.url === owner ? runtimeUrl(owner) : given.url;
  const applied = await allowed(owner, () => migrateAs(owner, url));
  await withClient(url, checkPrivileges).catch(async (error: { code?: string }) => {
    // The password of our role is derived from the owner's, which may have changed.
    if (error.code !== '28P01' || url === given.url) throw error;
    await withClient(owner, (client) =>
      client.query(`alter role ${roleIn(url)} password ${passwordIn(url)}`),
    );
    await withClient(url, checkPrivileges);
  });
  return { url, applied };
}

/** Schemas with our tables, including the queue's. */
const schemas = `array['public', 'metrics', 'graphile_worker']::regnamespace[]`;

/** Whether the role may migrate. A missing database counts as yes, because migrating creates it. */
async function isOwner(url: string): Promise<boolean> {
  const owns = `select rolsuper or coalesce(pg_has_role(
    (select relowner from pg_class where oid = to_regclass('public.mikro_orm_migrations')), 'usage'), true) as owns
    from pg_roles where rolname = current_user`;
  return withClient(url, async (client) => (await client.query<{ owns: boolean }>(owns)).rows[0]!.owns).catch(
    (error: { code?: string }) => {
      if (error.code !== '3D000') throw error;
      return true;
    },
  );
}

/** The owner's URL with the runtime role instead, whose password is derived from the owner's. */
function runtimeUrl(owner: string): string {
  const url = new URL(owner);
  const role = `${decodeURIComponent(url.pathname.slice(1)).slice(0, 50)}_runtime`;
  if (!url.password || !url.hostname) {
    throw new DatabaseRoleError(
      `DATABASE_URL signs in as the owner of the database, without a password. Create a role for the program, put it into DATABASE_URL, and put the owner into DATABASE_MIGRATION_URL.`,
    );
  }
  const password = createHmac('sha256', url.password).update(`netlantern ${role}`).digest('base64url');
  return Object.assign(url, { username: encodeURIComponent(role), password }).href;
}

/** Explains which role lacks a privilege, and what to do. */
async function allowed<T>(url: string, work: () => Promise<T>): Promise<T> {
  return work().catch((error: Error & { code?: string }) => {
    if (error.code !== '42501') throw error;
    throw new DatabaseRoleError(
      `The role ${roleIn(url)} lacks a privilege that the program needs to start (${error.message}). Run "npm run migrate" with the owner of the database in DATABASE_MIGRATION_URL, or start with it.`,
      { cause: error },
    );
  });
}

async function migrateAs(owner: string, url: string): Promise<string[]> {
  const orm = await openOrm(owner, { maxConnections: 3, statementTimeout: statementTimeouts.migration });
  try {
    return await migrate(orm, async () => {
      await migrateQueue(owner);
      await withClient(owner, (client) => admit(client, url));
    });
  } finally {
    await orm.close();
  }
}

/** Creates the role in a URL if it's missing, and grants it only what the program needs. */
async function admit(client: pg.Client, url: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [userIn(url)]);
  if (rowCount === 0) await createRole(client, url);
  await client.query('begin');
  await client.query(`select set_config('netlantern.role', $1, true)`, [userIn(url)]);
  await client.query(granting);
  await client.query('commit');
}

async function createRole(client: pg.Client, url: string): Promise<void> {
  const attributes = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';
  try {
    await client.query(`create role ${roleIn(url)} ${attributes} password ${passwordIn(url)}`);
  } catch (error) {
    const { code } = error as { code?: string };
    // Roles are shared by the whole server, so another database's program may be creating the same one.
    if (code === '42710' || code === '23505') return;
    if (code !== '42501') throw error;
    throw new DatabaseRoleError(
      `The role ${roleIn(url)} is missing, and the owner of the database may not create roles. Create it, put it into DATABASE_URL, and put the owner into DATABASE_MIGRATION_URL.`,
    );
  }
}

/**
 * Grants only missing privileges. A grant that changes nothing would still write to the catalogue at every
 * start.
 */
const granting = `
  do $$
  declare
    role text := current_setting('netlantern.role');
    one record;
    privilege text;
    wanted text[];
  begin
    execute format('grant usage on schema public, metrics, graphile_worker to %I', role);
    execute format('grant execute on all functions in schema metrics to %I', role);
    execute format('alter default privileges in schema public, metrics, graphile_worker
                    grant select, insert, update, delete on tables to %I', role);
    execute format('alter default privileges in schema public, metrics, graphile_worker
                    grant usage, select on sequences to %I', role);
    -- Partitions are reached through their parents.
    for one in
      select c.oid, c.oid::regclass as name, nspname || '.' || relname as path, c.relkind
        from pg_class c join pg_namespace n on n.oid = relnamespace
       where c.relnamespace = any(${schemas}) and relkind in ('r', 'p', 'v', 'S') and not relispartition
    loop
      if one.relkind = 'S' then
        if not has_sequence_privilege(role, one.oid, 'usage') then
          execute format('grant usage, select on sequence %s to %I', one.name, role);
        end if;
        continue;
      end if;
      wanted := case one.path
        when 'public.audit_entry' then '{select,insert}'
        when 'public.mikro_orm_migrations' then '{select}'
        when 'graphile_worker.migrations' then '{select}'
        else '{select,insert,update,delete}' end;
      foreach privilege in array '{select,insert,update,delete,truncate}'::text[] loop
        if has_table_privilege(role, one.oid, privilege) = (privilege = any(wanted)) then continue; end if;
        execute format(case when privilege = any(wanted) then 'grant %s on %s to %I' else 'revoke %s on %s from %I' end,
                       privilege, one.name, role);
      end loop;
    end loop;
    -- The queue protects its tables by row security without a policy, so only the owner sees rows.
    for one in
      select c.oid::regclass as name from pg_class c
       where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
         and not exists (select from pg_policy where polrelid = c.oid and polname = role)
    loop
      execute format('create policy %I on %s to %I using (true) with check (true)', role, one.name, role);
    end loop;
    -- The health page counts every connection. Only some owners may grant this, and it counts its own without.
    if not pg_has_role(role, 'pg_read_all_stats', 'usage') then
      begin
        execute format('grant pg_read_all_stats to %I', role);
      exception when insufficient_privilege then null;
      end;
    end if;
  end $$`;

/** Every migration of this version, by its recorded name. */
async function migrationNames(): Promise<string[]> {
  const files = await readdir(new URL('../db/migrations', import.meta.url));
  return files.filter((file) => /\.[jt]s$/.test(file)).map((file) => path.parse(file).name);
}

/** @throws DatabaseRoleError if the owner is needed */
async function checkMigrated(client: pg.Client): Promise<void> {
  const applied = await client.query<{ name: string }>('select name from public.mikro_orm_migrations');
  const names = new Set(applied.rows.map(({ name }) => name));
  const pending = (await migrationNames()).filter((name) => !names.has(name));
  if (pending.length === 0) return;
  throw new DatabaseRoleError(
    `The database needs ${pending.length === 1 ? 'a migration' : `${pending.length} migrations`}. Run "npm run migrate" with the owner of the database in DATABASE_MIGRATION_URL, or start with it.`,
  );
}

/** @throws DatabaseRoleError for a role with more privileges than the program may have */
async function checkPrivileges(client: pg.Client): Promise<void> {
  // A role that doesn't inherit may still switch to roles it is a member of, and the owner of the database or
  // a schema may drop its contents.
  const { rows } = await client.query<{ role: string; superuser: boolean; owns: boolean; edits: boolean }>(
    `select rolname as role,
            exists (select from pg_roles where rolsuper and pg_has_role(oid, 'member')) as superuser,
            exists (select from pg_class where relnamespace = any(${schemas}) and pg_has_role(relowner, 'member')
                    union all
                    select from pg_namespace where oid = any(${schemas}) and pg_has_role(nspowner, 'member')
                    union all
                    select from pg_database where datname = current_database() and pg_has_role(datdba, 'member')) as owns,
            has_any_column_privilege('public.audit_entry', 'update')
              or has_table_privilege('public.audit_entry', 'delete, truncate') as edits
       from pg_roles where rolname = current_user`,
  );
  const { role, superuser, owns, edits } = rows[0]!;
  const right =
    (superuser && 'is a superuser, or may become one') ||
    (owns && 'owns the database or tables of the program') ||
    (edits && 'may change or delete entries of the audit log');
  if (!right) return;
  throw new DatabaseRoleError(
    `The role "${role}" in DATABASE_URL ${right}. Use a role that is neither a superuser nor an owner. If it doesn't exist yet, it is created, provided that the owner in DATABASE_MIGRATION_URL may create roles.`,
  );
}

async function withClient<T>(url: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: withStatementTimeout(url, statementTimeouts.migration),
    connectionTimeoutMillis: 10_000,
  });
  // A lost connection also rejects its pending queries. Without a listener the event would end the process.
  client.on('error', () => undefined);
  await client.connect().catch((error: Error) => {
    throw new DatabaseUnreachable(error);
  });
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

const userIn = (url: string) => decodeURIComponent(new URL(url).username);
const roleIn = (url: string) => pg.escapeIdentifier(userIn(url));
const passwordIn = (url: string) => pg.escapeLiteral(decodeURIComponent(new URL(url).password));
