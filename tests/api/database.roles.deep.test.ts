// Which database role the program uses, and what that role may do.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DatabaseRoleError, openDatabase, prepareDatabase } from '#api/boot/database.ts';
import { ensurePostgres } from '#api/boot/postgres.ts';
import { readConfig } from '#api/config/config.ts';
import { migrateQueue } from '#api/jobs/queue.ts';
import { startApp } from '#api/main.ts';
import { openOrm } from '#api/wiring/entities.ts';
import { migrate } from '#api/db/orm.ts';
import { asOwner, ownerUrl, testDatabase } from '#tests/support/database.ts';

/** A database that nobody has migrated, and what a test makes beside it. */
const database = `roles_${process.env.VITEST_POOL_ID}`;
const roles = ['someone_owner', 'someone', `${database}_runtime`];
const owner = () => ownerUrl(database);
const urlOf = (role: string, password = 'secret') =>
  Object.assign(new URL(owner()), { username: role, password }).href;

beforeAll(() => testDatabase());
afterEach(clear);
afterAll(clear);

async function clear(): Promise<void> {
  await asOwner(`drop database if exists ${database} with (force)`);
  for (const role of roles) await asOwner(`drop role if exists ${role}`);
}

const ask = async <Row extends object>(url: string, sql: string): Promise<Row[]> => {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
};

const whoAmI = `select current_user as role, session_user as login, rolsuper or rolcreaterole or rolcreatedb or rolbypassrls as strong,
  exists (select from pg_class where pg_has_role(relowner, 'usage')) as owns from pg_roles where rolname = current_user`;

/** A copy of the tests' database: migrated, but not for any role of these tests. */
const copyDatabase = () => asOwner(`create database ${database} template template`);

/** What the program's own connections are. */
const connected = () =>
  asOwner<{ usename: string }>(
    `select distinct usename from pg_stat_activity where datname = '${database}' and usename <> current_user`,
  );

async function start(env: Record<string, string>) {
  const given = readConfig({ APP_SECRET: 'a secret that only tests use', PORT: '0', DEMO: '0', ...env });
  return startApp({ ...given, logLevel: 'silent' });
}

describe('The program', () => {
  test('that has only the owner’s credentials creates a role that owns nothing, and runs as that role', async () => {
    const app = await start({ DATABASE_URL: owner() });
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
    expect(await connected()).toEqual([{ usename: `${database}_runtime` }]);
    await app.stop();
    const { url } = await prepareDatabase({ url: owner() });
    const role = `${database}_runtime`;
    expect(await ask(url, whoAmI)).toEqual([{ role, login: role, strong: false, owns: false }]);
  });

  test('that has both credentials creates the role in DATABASE_URL and migrates as the one in DATABASE_MIGRATION_URL', async () => {
    await asOwner(`create role someone_owner login createrole password 'secret'`);
    await asOwner(`create database ${database} owner someone_owner`);
    const env = { DATABASE_URL: urlOf('someone'), DATABASE_MIGRATION_URL: urlOf('someone_owner') };
    const app = await start(env);
    expect(await connected()).toEqual([{ usename: 'someone' }]);
    await app.stop();
    expect(
      await ask(owner(), `select tableowner from pg_tables where schemaname = 'metrics' group by 1`),
    ).toEqual([{ tableowner: 'someone_owner' }]);
    // A node that does not know the owner starts on what is migrated already.
    const second = await start({ DATABASE_URL: urlOf('someone') });
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
    await second.stop();
  });

  test('that lacks the owner’s credentials refuses a database that needs migrations', async () => {
    await copyDatabase();
    await prepareDatabase({ ownerUrl: owner(), url: urlOf('someone') });
    await ask(owner(), `delete from mikro_orm_migrations where name like '%partition_functions'`);
    const refused = start({ DATABASE_URL: urlOf('someone') });
    await expect(refused).rejects.toThrow(DatabaseRoleError);
    await expect(refused).rejects.toThrow(
      'The database needs a migration. Run "npm run migrate" with the owner of the database in DATABASE_MIGRATION_URL',
    );
  });

  test.each([
    ['alter role someone superuser', 'is a superuser, or may become one'],
    ['grant app to someone with inherit false, set true', 'is a superuser, or may become one'],
    ['alter table device owner to someone', 'owns the database or tables of the program'],
    [`alter database ${database} owner to someone`, 'owns the database or tables of the program'],
    ['alter schema metrics owner to someone', 'owns the database or tables of the program'],
    ['grant update (actor) on audit_entry to someone', 'may change or delete entries of the audit log'],
    ['grant truncate on audit_entry to public', 'may change or delete entries of the audit log'],
  ])('refuses a role with too many rights: %s', async (grant, right) => {
    await copyDatabase();
    await prepareDatabase({ ownerUrl: owner(), url: urlOf('someone') });
    await ask(owner(), grant);
    const refused = prepareDatabase({ ownerUrl: owner(), url: urlOf('someone') });
    await expect(refused).rejects.toThrow(`The role "someone" in DATABASE_URL ${right}`);
  });

  test('revokes its role’s rights on the audit log', async () => {
    await copyDatabase();
    await prepareDatabase({ ownerUrl: owner(), url: urlOf('someone') });
    await ask(owner(), 'grant all on all tables in schema public to someone');
    await prepareDatabase({ ownerUrl: owner(), url: urlOf('someone') });
    for (const statement of ['update audit_entry set actor = actor', 'delete from audit_entry'])
      await expect(ask(urlOf('someone'), statement)).rejects.toThrow(
        'permission denied for table audit_entry',
      );
    await expect(ask(urlOf('someone'), 'delete from mikro_orm_migrations')).rejects.toThrow(
      'permission denied',
    );
  });

  test('may use tables that the owner creates later, before the next start', async () => {
    await copyDatabase();
    await prepareDatabase({ ownerUrl: owner(), url: urlOf('someone') });
    await ask(owner(), 'create table later (id int generated always as identity, word text)');
    await ask(urlOf('someone'), `insert into later (word) values ('x'); update later set word = 'y'`);
    expect(await ask(urlOf('someone'), 'delete from later returning id, word')).toEqual([
      { id: 1, word: 'y' },
    ]);
    await expect(ask(urlOf('someone'), 'truncate later')).rejects.toThrow('permission denied');
  });

  test('changes no rights at a start if nothing has changed', async () => {
    const url = urlOf('someone');
    await copyDatabase();
    await prepareDatabase({ ownerUrl: owner(), url });
    const versions = () =>
      ask(owner(), `select oid, xmin from pg_class where relnamespace = 'public'::regnamespace order by oid`);
    const before = await versions();
    expect(await prepareDatabase({ ownerUrl: owner(), url })).toEqual({ url, applied: [] });
    expect(await versions()).toEqual(before);
  });

  test('explains what to do if the owner may not create roles', async () => {
    await asOwner(`create role someone_owner login password 'secret'`);
    await asOwner(`create database ${database} owner someone_owner`);
    await expect(prepareDatabase({ url: urlOf('someone_owner') })).rejects.toThrow(
      `The role "${database}_runtime" is missing, and the owner of the database may not create roles.`,
    );
  });

  test('explains what to do if its role has no rights', async () => {
    await asOwner(`create role someone login password 'secret'`);
    const cannot = 'The role "someone" lacks a privilege that the program needs to start';
    await asOwner(`create database ${database}`);
    await expect(prepareDatabase({ url: urlOf('someone') })).rejects.toThrow(cannot);
    await asOwner(`drop database ${database}`);
    await copyDatabase();
    await expect(prepareDatabase({ url: urlOf('someone') })).rejects.toThrow(cannot);
  });

  test('picks up a new password of the owner', async () => {
    await asOwner(`create role someone_owner login createrole password 'secret'`);
    await asOwner(`create database ${database} owner someone_owner`);
    const before = await prepareDatabase({ url: urlOf('someone_owner') });
    await asOwner(`alter role someone_owner password 'another'`);
    const after = await prepareDatabase({ url: urlOf('someone_owner', 'another') });
    expect(after.url).not.toBe(before.url);
    expect(await ask(after.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('The embedded database', () => {
  test('of an older version, owned by a superuser, is upgraded automatically', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'roles-'));
    // As every version before left it.
    const server = await ensurePostgres(path.join(dataDir, 'postgres'));
    const orm = await openOrm(server.url());
    await migrate(orm);
    await migrateQueue(server.url());
    await orm.close();
    await server.stop();

    const opened = await openDatabase({ dataDir });
    const role = 'netlantern_runtime';
    expect(await ask(opened.url, whoAmI)).toEqual([{ role, login: role, strong: false, owns: false }]);
    expect(await ask(opened.url, 'select count(*)::int as jobs from graphile_worker._private_jobs')).toEqual([
      { jobs: 0 },
    ]);
    await opened.stop();
    rmSync(dataDir, { recursive: true });
  });
});
