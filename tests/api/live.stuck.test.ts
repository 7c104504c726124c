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

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${running.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

test('A hundred who never read are all cut off', async () => {
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
  for (let round = 0; round < 80 && (await metric('live_sockets')) > 0; round++)
    for (const person of people) await raise(running, person, long, long);
  await expect.poll(() => metric('live_sockets'), { timeout: 20_000 }).toBe(0);
  for (const socket of sockets) socket.raw.resume();
  for (const socket of sockets) expect([1006, 1013]).toContain((await socket.closed).code);
});
