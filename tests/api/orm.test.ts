import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openOrm } from '#api/orm.ts';
import { testDatabase } from '#tests/support/database.ts';

test('The database can be closed while connections to it are being made: who wanted them is refused', async () => {
  const orm = await openOrm(await testDatabase());
  const connection = orm.em.getConnection();
  await connection.execute('select 1');
  const answers = Promise.allSettled(Array.from({ length: 5 }, () => connection.execute('select 1')));
  await turn();
  await orm.close();
  expect((await answers).map(({ status }) => status)).toContain('rejected');
});
