import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { record } from '#api/features/audit/audit.service.ts';
import { actionsMatching, labelOf } from '#api/features/audit/labels.ts';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import {
  AuditEntriesDocument,
  type AuditEntriesQueryVariables,
  AuditIntegrityDocument,
} from '#web/gql/graphql.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase, ownerUrl } from '#tests/support/database.ts';
import { runJobs } from '#tests/support/mailbox.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let running: Running;
let cast: Cast;
let owner: pg.Client;
let program: pg.Client;

beforeAll(async () => {
  running = await startServer();
  owner = new pg.Client({ connectionString: ownerUrl() });
  program = new pg.Client({ connectionString: running.databaseUrl });
  await Promise.all([owner.connect(), program.connect()]);
});
afterAll(async () => {
  await Promise.all([owner.end(), program.end()]);
  await running.close();
});
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
});

const request = { id: 'test', ip: '203.0.113.9', userAgent: null };
type Entry = Parameters<typeof record>[2];
const write = (entry: Partial<Entry> = {}) =>
  running.app.orm.em
    .fork()
    .transactional((em) =>
      record(em, { viewer: null, request }, { action: 'test.do', subject: 'Something', ...entry }),
    );
const writeMany = async (count: number) => {
  for (let number = 1; number <= count; number++) await write({ subject: `Subject ${number}` });
};
const found = async (variables: Partial<AuditEntriesQueryVariables> = {}) =>
  (await as(cast.ada).run(AuditEntriesDocument, { first: 50, ...variables })).auditEntries;
const subjects = async (variables: Partial<AuditEntriesQueryVariables>) =>
  (await found(variables)).map(({ subject }) => subject);
const integrity = async () => (await as(cast.ada).run(AuditIntegrityDocument)).auditIntegrity;
/** What only a superuser of the database can do. */
const tamper = async (statement: string) => {
  await owner.query('begin');
  await owner.query('set local session_replication_role = replica');
  await owner.query(statement);
  await owner.query('commit');
};

describe('An entry', () => {
  test.each([
    `update audit_entry set actor = 'nobody'`,
    `update audit_entry set actor = actor where false`,
    'delete from audit_entry',
    'delete from audit_entry where id = 1',
    'truncate audit_entry',
    'truncate audit_entry cascade',
    `insert into audit_entry select * from audit_entry on conflict (id) do update set actor = 'nobody'`,
  ])('cannot be changed or removed, not even by the owner of the database: %s', async (statement) => {
    await write();
    await expect(program.query(statement)).rejects.toThrow('permission denied for table audit_entry');
    await expect(owner.query(statement)).rejects.toThrow('audit_entry is append-only');
    expect(await found()).toHaveLength(1);
  });

  test.each([
    'alter table audit_entry disable trigger all',
    'drop trigger audit_entry_append_only on audit_entry',
    'drop table audit_entry',
    'create or replace function audit_entry_audit_entry_append_only_fn() returns trigger as $$ begin return old; end $$ language plpgsql',
    'set session_replication_role = replica',
    'grant update on audit_entry to current_user; update audit_entry set actor = actor',
    'set role app',
  ])('cannot be changed by the program’s role: %s', async (statement) => {
    await write();
    await expect(program.query(statement)).rejects.toThrow(/must be owner|permission denied/);
    expect(await found()).toHaveLength(1);
  });

  test('is rolled back with its change', async () => {
    await write();
    const given = running.app.orm.em.fork().transactional(async (em) => {
      await record(em, { viewer: null, request }, { action: 'test.do', subject: 'Given up' });
      throw new Error('given up');
    });
    await expect(given).rejects.toThrow('given up');
    expect(await subjects({})).toEqual(['Something']);
    await write({ subject: 'Next' });
    expect(await integrity()).toMatchObject({ intact: true, entries: 2 });
  });

  test('is never written outside a transaction', async () => {
    const em = running.app.orm.em.fork();
    const alone = record(em, { viewer: null, request }, { action: 'test.do', subject: 'Alone' });
    await expect(alone).rejects.toThrow("within the change's transaction");
    expect(await found()).toEqual([]);
  });

  test('says who did what to whom, from where and when', async () => {
    await rest(cast.grace).put('/api/admin/security', { sessionTimeout: 60 });
    const [entry] = await found();
    expect(entry).toMatchObject({
      id: '1',
      actor: cast.grace.email,
      action: 'security.update',
      subject: 'Security policy',
      before: { sessionTimeout: 30 },
      after: { sessionTimeout: 60 },
      ipAddress: '127.0.0.1',
    });
    expect(Math.abs(Date.parse(entry!.at) - Date.now())).toBeLessThan(5000);
  });
});

describe('The chain', () => {
  test('is intact when the log is empty', async () => {
    expect(await integrity()).toMatchObject({ intact: true, entries: 0, brokenAt: null, fingerprint: null });
  });

  test('stays intact when twenty changes are written at once', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, at) => write({ subject: `At once ${at}` })));
    expect(await integrity()).toMatchObject({ intact: true, entries: 20 });
    expect((await found()).map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, at) => `${20 - at}`));
  });

  test('stays intact for any text that can be stored', async () => {
    await write({
      subject: 'Zoë 👩‍🚀 “x” \\ % _ <script>',
      before: { b: 'é', a: null, list: ['2', '1'], ключ: 1.5, big: 2 ** 53 },
      after: { a: true, b: '\u0065\u0301', empty: [] },
    });
    expect(await integrity()).toMatchObject({ intact: true, entries: 1 });
  });

  test('is verified to its end, however long', async () => {
    const many = 1005;
    await running.app.orm.em.fork().transactional(async (em) => {
      for (let number = 1; number <= many; number++) {
        await record(em, { viewer: null, request }, { action: 'test.do', subject: `Subject ${number}` });
      }
    });
    expect(await integrity()).toMatchObject({ intact: true, entries: many });
    await tamper(`update audit_entry set subject = 'x' where id = 1003`);
    expect(await integrity()).toMatchObject({ intact: false, entries: many, brokenAt: '1003' });
  });

  test.each<[string, string, string]>([
    ['a changed actor', `update audit_entry set actor = 'nobody' where id = 3`, '3'],
    ['a changed time', `update audit_entry set at = at + interval '1 ms' where id = 3`, '3'],
    ['a changed value', `update audit_entry set after = '{"role":"user"}' where id = 3`, '3'],
    ['a changed address', `update audit_entry set ip_address = null where id = 3`, '3'],
    ['a changed actor id', `update audit_entry set actor_id = gen_random_uuid() where id = 3`, '3'],
    ['a changed hash', `update audit_entry set hash = repeat('0', 64) where id = 3`, '3'],
    ['a removed entry', 'delete from audit_entry where id = 3', '4'],
    ['a removed beginning', 'delete from audit_entry where id < 3', '3'],
    [
      'a removed entry with the gap closed',
      'delete from audit_entry where id = 3; update audit_entry set id = 3 where id = 4',
      '3',
    ],
  ])('shows %s, and where', async (_what, statement, brokenAt) => {
    await writeMany(5);
    expect(await integrity()).toMatchObject({ intact: true, entries: 5 });
    await tamper(statement);
    expect(await integrity()).toMatchObject({ intact: false, brokenAt });
  });

  test('that was cut short differs from the last line of the log', async () => {
    await writeMany(3);
    await runJobs(running);
    const lines = running.logged
      .map((line) => JSON.parse(line) as { msg: string; entry?: string; fingerprint?: string })
      .filter(({ msg }) => msg === 'audit entry');
    const newest = lines.findLast(({ entry }) => entry === '3');
    expect((await integrity()).fingerprint).toBe(newest?.fingerprint);
    await tamper('delete from audit_entry where id = 3');
    const cut = await integrity();
    expect(cut).toMatchObject({ intact: true, entries: 2 });
    expect(cut.fingerprint).not.toBe(newest?.fingerprint);
  });
});

describe('Searching the log', () => {
  test('covers actor, action, subject, address, before and after, and ignores case', async () => {
    const person = randomUUID();
    await write({ action: 'user.suspend', subject: 'bob@example.com', subjectId: person });
    await write({ subject: 'Plain', before: { role: 'user' }, after: { role: 'Admin', note: 'Zürich' } });
    await rest(cast.ada).put('/api/admin/security', { sessionTimeout: 60 });
    expect(await subjects({ search: 'BOB@' })).toEqual(['bob@example.com']);
    expect(await subjects({ search: 'suspend' })).toEqual(['bob@example.com']);
    expect(await subjects({ search: ' zürich ' })).toEqual(['Plain']);
    expect(await subjects({ search: 'ada@netlantern' })).toEqual(['Security policy']);
    expect(await subjects({ search: '203.0.113' })).toEqual(['Plain', 'bob@example.com']);
    expect(await subjects({ search: '  ' })).toHaveLength(3);
    expect(await subjects({ search: 'nothing like it' })).toEqual([]);
    expect(await subjects({ subjectId: person })).toEqual(['bob@example.com']);
    expect(await subjects({ subjectId: person, search: 'plain' })).toEqual([]);
  });

  test.each([
    ['User suspended', ['bob@example.com']],
    ['suspended bob', ['bob@example.com']],
    ['ROLE changed', ['Mia']],
    ['role.changed', []],
    ['changed bob', []],
    ['platform', ['Mia', 'bob@example.com']],
  ])('matches words, including those shown on screen: %s', async (search, expected) => {
    await write({ action: 'user.suspend', subject: 'bob@example.com' });
    await write({ action: 'user.role', subject: 'Mia' });
    expect(await subjects({ search })).toEqual(expected);
  });

  test('has words for every recorded action', async () => {
    const lines = globSync('api/features/**/*.ts', { exclude: ['**/labels.ts'] }).flatMap((file) =>
      readFileSync(file, 'utf8').split('\n'),
    );
    const actions = lines
      .filter((line) => !/populate|vault|sealFor|two_factor_secret/.test(line))
      .flatMap((line) => [...line.matchAll(/'((?:security|user|team|api_token|2fa)\.[\w-]+)'/g)])
      .map(([, action]) => action!);
    expect(actions).toContain('security.update');
    // Found by its words, an action is known; one that has none is not.
    expect(actions.filter((action) => !actionsMatching(labelOf(action)).includes(action))).toEqual([]);
    await write({ action: 'made_up.by-others' });
    expect((await found())[0]?.label).toBe('Made up by others');
  });

  test.each(['%', '_', '\\', '100%', "' or 1=1 --", '(', '"', '$1', '?', 'é', '👩‍🚀', '\u202e'])(
    'matches exactly what was typed: %j',
    async (search) => {
      await write({ subject: 'Plain' });
      await write({ subject: `With ${search} in it` });
      expect(await subjects({ search })).toEqual([`With ${search} in it`]);
    },
  );

  test.each<[Partial<AuditEntriesQueryVariables>, string]>([
    [{ search: 'x'.repeat(201) }, 'Search must be 200 characters or less'],
    [{ search: 'a\0b' }, 'The text contains characters that cannot be stored'],
    [{ search: '\ud83d' }, 'The text contains characters that cannot be stored'],
    [{ first: 0 }, '`first` must be 1 or more'],
    [{ first: -1 }, '`first` must be 1 or more'],
    [{ first: 201 }, '`first` must be 200 or less'],
    [{ before: 'last' }, "`before` isn't a valid audit log entry ID"],
    [{ before: '-1' }, "`before` isn't a valid audit log entry ID"],
    [{ before: '9'.repeat(19) }, "`before` isn't a valid audit log entry ID"],
    [{ subjectId: 'x'.repeat(65) }, "`subjectId` isn't a valid ID"],
  ])('refuses %j with a message', async (variables, message) => {
    await expect(found(variables)).rejects.toMatchObject({ message, code: 'BAD_USER_INPUT' });
  });

  test('finds nothing for an invalid ID', async () => {
    await write();
    for (const subjectId of ['1', 'all', "' or 1=1"]) expect(await found({ subjectId })).toEqual([]);
  });

  test('returns pages, newest first, unaffected by new entries', async () => {
    await writeMany(7);
    const first = await found({ first: 3 });
    await write({ subject: 'Meanwhile' });
    const second = await found({ first: 3, before: first.at(-1)!.id });
    const third = await found({ first: 3, before: second.at(-1)!.id });
    const ids = [...first, ...second, ...third].map(({ id }) => id);
    expect(ids).toEqual(['7', '6', '5', '4', '3', '2', '1']);
    expect(await found({ before: '1' })).toEqual([]);
  });

  test('can be limited to one action', async () => {
    await write({ action: 'user.suspend' });
    await write({ action: 'user.activate' });
    const { data } = await as(cast.ada).ask('{ auditEntries(action: "user.suspend") { action } }');
    expect(data).toEqual({ auditEntries: [{ action: 'user.suspend' }] });
  });
});

test('Only administrators can read the log', async () => {
  for (const person of [cast.alice, cast.bob]) {
    await expect(as(person).run(AuditEntriesDocument, { first: 1 })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    await expect(as(person).run(AuditIntegrityDocument)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  }
  await expect(as(cast.vic).run(AuditIntegrityDocument)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(await running.app.orm.em.fork().count(AuditEntry)).toBe(0);
});
