import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openOrm } from '#api/wiring/entities.ts';
import { testDatabase } from '#tests/support/database.ts';

test('The database can be closed while connections are being opened: their callers get an error', async () => {
  const orm = await openOrm(await testDatabase());
  const connection = orm.em.getConnection();
  await connection.execute('select 1');
  const answers = Promise.allSettled(Array.from({ length: 5 }, () => connection.execute('select 1')));
  await turn();
  await orm.close();
  expect((await answers).map(({ status }) => status)).toContain('rejected');
});

test.each(['begins', 'goes on', 'is committed'])(
  'A connection that is cut while a transaction %s does not stay in use forever',
  async (moment) => {
    const url = await testDatabase();
    const [orm, other] = await Promise.all([openOrm(url, { maxConnections: 1 }), openOrm(url)]);
    const others = other.em.fork();
    const cut = (pid: number) => others.execute('select pg_terminate_backend(?)', [pid]);
    const pidOf = async (em: typeof orm.em) => (await em.execute<{ pid: number }[]>(askPid))[0]?.pid ?? 0;

    const em = orm.em.fork();
    const asked = {
      begins: async () => {
        const pid = await pidOf(em);
        await Promise.all([cut(pid), em.begin()]);
        await em.execute('select 1');
      },
      'goes on': () =>
        em.transactional(async (tx) => cut(await pidOf(tx)).then(() => tx.execute('select 1'))),
      'is committed': () => em.transactional(async (tx) => cut(await pidOf(tx))),
    };
    await expect(asked[moment as keyof typeof asked]()).rejects.toThrow();
    expect(await orm.em.fork().execute('select 1 as alive')).toEqual([{ alive: 1 }]);
    await orm.close();
    await other.close();
  },
);

const askPid = 'select pg_backend_pid() as pid';
