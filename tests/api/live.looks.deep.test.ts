import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { emptyDatabase } from '#tests/support/database.ts';
import { Line } from '#tests/support/line.ts';
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

test('While the database is slow, session checks of sockets do not pile up', async () => {
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

test('A database outage is logged once, and so is its end', async () => {
  const line = await Line.to(running.databaseUrl);
  const node = await startServer({ databaseUrl: line.url });
  const socket = await new Socket(node).signIn(cast.alice.token);
  await socket.subscribe('1', 'subscription { openAlertCountChanged }');
  await socket.until(() => socket.of('1').length === 1);
  const times = (text: string) => node.logged.filter((one) => one.includes(text)).length;

  await line.cut();
  await setTimeout(3500);
  expect(times("New events can't be read")).toBe(1);
  expect(times("Sessions of open connections can't be checked")).toBe(1);
  await line.mend();
  await vi.waitFor(
    () => {
      expect(times('New events are read again')).toBe(1);
      expect(times('Sessions of open connections are checked again')).toBe(1);
    },
    { timeout: 10_000 },
  );
  socket.raw.close();
  await node.close();
  await line.cut();
});
