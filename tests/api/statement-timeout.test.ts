// PostgreSQL cancels statements that take too long, on every connection.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLiveness } from '#api/jobs/liveness.ts';
import { startWorker } from '#api/jobs/worker.ts';
import { jobs } from '#api/wiring/jobs.ts';
import { openOrm } from '#api/wiring/entities.ts';
import { type Orm } from '#api/db/orm.ts';
import { maintain, statementTimeouts } from '#api/db/statement-timeout.ts';
import { emptyDatabase, testDatabase } from '#tests/support/database.ts';
import { Line } from '#tests/support/line.ts';
import { enter } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer } from '#tests/support/running.ts';

let databaseUrl: string;
let hasty: Orm;

beforeAll(async () => {
  databaseUrl = await testDatabase();
  hasty = await openOrm(databaseUrl, { statementTimeout: 100 });
});
afterAll(() => hasty.close());

test('Every connection of a web and worker node sets a statement timeout', async () => {
  const line = await Line.to(databaseUrl);
  const running = await startServer({ databaseUrl: line.url });
  const worker = await startWorker(running.app, jobs, line.url);
  const liveness = await openLiveness(line.url, running.app.log);
  await emptyDatabase();
  const cast = await enter(running);
  expect((await rest(cast.alice).get('/api/alert-rules')).status).toBe(200);
  await rest(cast.vic).post('/api/auth/login', { email: cast.alice.email, password: 'wrong' });
  expect(line.startups.length).toBeGreaterThan(4);
  const without = line.startups.filter(
    (message) => !message.includes(`statement_timeout\0${statementTimeouts.usual}\0`),
  );
  expect(without).toEqual([]);
  await liveness.close();
  await worker.stop();
  await running.close();
  await line.cut();
});

describe('A slow statement', () => {
  test('is canceled, and the error says that nothing was changed', async () => {
    const running = await startServer();
    const { orm } = running.app;
    await emptyDatabase();
    const cast = await enter(running);
    running.app.orm = hasty;
    await orm.em.fork().transactional(async (em) => {
      await em.execute('lock table alert_rule in access exclusive mode', [], 'run');
      expect(await rest(cast.alice).get('/api/alert-rules')).toMatchObject({
        status: 502,
        body: { message: 'This took too long and was stopped. Narrow it down, or try again later.' },
      });
    });
    expect((await rest(cast.alice).get('/api/alert-rules')).status).toBe(200);
    running.app.orm = orm;
    await running.close();
  });

  test('may take longer during cleanup', async () => {
    const slow = 'select pg_sleep(0.15)';
    await expect(hasty.em.fork().execute(slow)).rejects.toMatchObject({ code: '57014' });
    await maintain(hasty.em.fork(), (em) => em.execute(slow));
    await expect(hasty.em.fork().execute(slow)).rejects.toMatchObject({ code: '57014' });
  });
});
