import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOrm, type Orm } from '#api/orm.ts';
import { ownerUrl, testDatabase } from '#tests/support/database.ts';

let orm: Orm;

beforeAll(async () => {
  await testDatabase();
  // Only the owner of a table is told all of its constraints.
  orm = await openOrm(ownerUrl());
});
afterAll(() => orm.close());

test('The migrations make what the entities say: the next one would be empty', async () => {
  expect(await orm.schema.getUpdateSchemaSQL()).toBe('');
});
