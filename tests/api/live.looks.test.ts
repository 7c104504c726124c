import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';
import { waitingFor } from '#tests/support/waiting.ts';

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
});

test('While the database is slow, looks at the sessions of sockets do not pile up', async () => {
  const socket = await new Socket(running).signIn(cast.alice.token);
  const waiting = await running.app.orm.em.fork().transactional(async (em) => {
    const lock = 'lock table session in access exclusive mode';
    await em.execute(lock, [], 'run');
    await setTimeout(3500);
    return waitingFor(running);
  });
  // One look asks for two things; there is one each second.
  expect(waiting).toBe(2);
  expect(socket.raw.readyState).toBe(socket.raw.OPEN);
  socket.raw.close();
});
