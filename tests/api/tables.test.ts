import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { printedTables } from '#api/boot/tables.ts';
import { bigint, int, orNull, text } from '#api/db/columns.ts';
import type { Orm } from '#api/db/orm.ts';
import { queryRows, verifyRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { openOrm } from '#api/wiring/entities.ts';
import { reportRows } from '#tests/support/verify-rows.ts';
import { ownerUrl, testDatabase } from '#tests/support/database.ts';

let orm: Orm;
let problems: string[] = [];

beforeAll(async () => {
  await testDatabase();
  orm = await openOrm(ownerUrl());
});
afterAll(() => orm.close());
afterEach(() => verifyRows(reportRows));

test('The columns of every table are declared as they are in the database', async () => {
  expect(readFileSync('api/db/tables.ts', 'utf8')).toBe(await printedTables(orm));
});

test.each([
  ['select 1::bigint as count', { count: int }, 'count is of type 20, not int'],
  ['select null::text as name', { name: text }, 'name is null'],
  ['select 1 as id, 2 as more', { id: int }, "more isn't declared"],
  ['select 1 as id', { id: int, name: text }, "name isn't selected"],
  ['select id::text from alert', { id: tables.alert.id }, 'id is of type 25, not uuid'],
])('A statement whose rows differ from its declaration fails its test: %s', async (sql, columns, problem) => {
  problems = [];
  verifyRows((found) => problems.push(found));
  await queryRows(orm.em.fork(), columns, sql);
  expect(problems).toEqual([`${problem}, in: ${sql}`]);
});

test('A statement sees and returns what its transaction has written, and nothing after a rollback', async () => {
  const em = orm.em.fork();
  const read = (from: typeof em) =>
    queryRows(
      from,
      { key: tables.admin_setting.key, number: bigint, none: orNull(text) },
      `select key, 9007199254740993 as number, null::text as none from admin_setting where value = ?`,
      ["it's ? typed"],
    );
  const change = em.transactional(async (tx) => {
    await tx.execute(
      'insert into admin_setting (key, value, changed_at) values (?, ?, now())',
      ['a', "it's ? typed"],
      'run',
    );
    expect(await read(tx)).toEqual([{ key: 'a', number: '9007199254740993', none: null }]);
    throw new Error('changed its mind');
  });
  await expect(change).rejects.toThrow('changed its mind');
  expect(await read(em)).toEqual([]);
});
