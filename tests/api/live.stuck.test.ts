import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCustomer, raise, startServer, type Customer, type Running } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';
import { changed } from '#tests/support/watcher.ts';

/** Sockets that never read, twenty to a person. */
const stuck = 100;
const each = 20;

let running: Running;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes that are really held. */
function held(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${running.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

test('A hundred who never read are cut off, and nothing is held for them any more', async () => {
  const people: Customer[] = [];
  for (let nth = 0; nth < stuck / each; nth++) people.push(await addCustomer(running));
  const sockets: Socket[] = [];
  for (const person of people)
    for (let nth = 0; nth < each; nth++) {
      const socket = await new Socket(running).signIn(person.token);
      sockets.push(socket);
      await socket.subscribe('1', changed, { controllerId: person.controllerId, after: '0' });
      socket.raw.pause();
    }
  await expect.poll(() => metric('live_subscriptions'), { timeout: 20_000 }).toBe(stuck);
  const long = 'x'.repeat(100_000);
  const before = { held: held(), rss: process.memoryUsage().rss };
  for (let round = 0; round < 80 && (await metric('live_sockets')) > 0; round++)
    for (const person of people) await raise(running, person, long, long);
  await expect.poll(() => metric('live_sockets'), { timeout: 20_000 }).toBe(0);
  // What V8 has taken from the system it does not give back at once: what is held counts, as a share of it.
  expect(held() - before.held).toBeLessThan(0.05 * before.rss);
  for (const socket of sockets) socket.close();
});
