import { Agent, get as ask } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { KilledWorkers } from '#tests/support/killed-workers.ts';
import { until } from '#tests/support/rounds.ts';
import { startServer } from '#tests/support/running.ts';

let telling: Telling;
let nodes: KilledWorkers;

beforeAll(async () => {
  telling = new Telling(await startServer({ config: loopback }));
});
afterAll(() => telling.running.close());
beforeEach(async () => {
  await telling.begin();
  await telling.rows('update controller set next_poll_at = null');
  nodes = new KilledWorkers(telling.running, {
    ROLE: 'all',
    OUTBOUND_ALLOW: '127.0.0.1',
    REQUESTS_PER_MINUTE: '1000000',
    COST_PER_MINUTE: '100000000',
  });
});
afterEach(async () => {
  await nodes.end();
  await telling.end();
});

test('While one of two processes is shutting down no request fails, and its notifications are sent once', async () => {
  const places = [await nodes.started(), await nodes.started()];
  await telling.webhook();
  telling.chat.behave('ops', { afterMs: 300 });
  await telling.raise(await telling.rule(['webhook']), {}, 40);
  await until(() => telling.chat.requests.length > 0, 20_000);

  const work = { isOver: false };
  const failures: unknown[] = [];
  let answered = 0;
  const asking = Promise.all(Array.from({ length: 6 }, (_, nth) => keepAsking(nth)));
  async function keepAsking(nth: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = nth; !work.isOver; turn++) {
      const outcome = await answerOf(places, turn, agent);
      if (outcome === 200) answered++;
      else failures.push(outcome);
    }
    agent.destroy();
  }
  await until(() => answered > 50, 20_000);
  const first = await nodes.leave();
  const soFar = answered;
  await until(() => answered > soFar + 50, 20_000);
  work.isOver = true;
  await asking;
  expect(failures).toEqual([]);
  expect(first.code).toBe(0);
  expect(first.took).toBeLessThan(10_000);

  const last = await nodes.leave();
  expect(last.code).toBe(0);
  expect(last.took).toBeLessThan(10_000);
  console.info(`${answered} requests; gone after ${first.took} and ${last.took} ms`);
  // Finished or given back: a new one has nothing to wait for.
  expect(await telling.rows('select from graphile_worker._private_jobs where locked_at is not null')).toEqual(
    [],
  );
  await telling.deliver();
  expect(await telling.rows(`select from delivery where status <> 'sent'`)).toEqual([]);
  const ids = telling.posts().map(({ id }) => id);
  expect([ids.length, new Set(ids).size]).toEqual([40, 40]);
});

/** As a proxy asks: the next node where no one listens, and once more where a connection that was kept had just been closed. */
async function answerOf(places: string[], turn: number, agent: Agent, left = 3): Promise<unknown> {
  const outcome = await new Promise<{ status?: number; error?: NodeJS.ErrnoException; wasKept: boolean }>(
    (resolve) => {
      const request = ask(`${places[turn % 2]}/api/packages`, { agent }, (answer) => {
        answer.resume().once('end', () => resolve({ status: answer.statusCode, wasKept: false }));
        answer.once('error', (error) => resolve({ error, wasKept: false }));
      });
      request.once('error', (error) => resolve({ error, wasKept: request.reusedSocket }));
    },
  );
  const { status, error, wasKept } = outcome;
  // The handshake is refused, or reset if it was under way as the node stopped listening.
  const isNobody = error?.syscall === 'connect' || wasKept;
  if (isNobody && left > 0) return answerOf(places, turn + 1, agent, left - 1);
  return status ?? error;
}
