import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTeam, setStage, type Stage } from '#tests/bench/live/stage.ts';
import { raise } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';
import { changed } from '#tests/support/watcher.ts';

/** Sockets that never read, twenty to a person. */
const stuck = 100;

let stage: Stage;
/** The server whose sockets these are, in a process of its own: what it keeps is its own. */
let url: string;

beforeAll(async () => {
  stage = await setStage();
  url = `http://127.0.0.1:${stage.port}`;
});
afterAll(() => stage[Symbol.asyncDispose]());

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

async function open(reads: boolean) {
  const { owner, subscribers } = await addTeam(stage, stuck);
  const sockets: Socket[] = [];
  for (const { token } of subscribers) {
    const socket = await new Socket({ url }).signIn(token!);
    sockets.push(socket);
    await socket.subscribe('1', changed, { controllerId: owner.controllerId, after: '0' });
    if (!reads) socket.raw.pause();
  }
  await expect.poll(() => metric('live_subscriptions'), { timeout: 20_000 }).toBe(stuck);
  return { owner, sockets };
}

const long = 'x'.repeat(100_000);

test('A hundred clients that never read are disconnected, and the server frees their memory', async () => {
  const { owner, sockets: readers } = await open(true);
  for (let round = 0; round < 3; round++) await raise(stage.writer, owner, long, long);
  await expect
    .poll(() => readers.every(({ messages }) => messages.length > 6), { timeout: 20_000 })
    .toBe(true);
  for (const { raw } of readers) raw.close();
  await expect.poll(() => metric('live_sockets'), { timeout: 20_000 }).toBe(0);
  const [before, keptBefore] = [await stage.product.ask('memory'), await stage.product.ask('kept')];

  const { owner: person, sockets } = await open(false);
  let most = 0;
  for (let round = 0; round < 80 && (await metric('live_sockets')) > 0; round++) {
    await raise(stage.writer, person, long, long);
    most = Math.max(most, await metric('process_resident_memory_bytes'));
  }
  await expect.poll(() => metric('live_sockets'), { timeout: 20_000 }).toBe(0);
  const grown = (await stage.product.ask('memory')) / before - 1;
  const kept = (await stage.product.ask('kept')) / keptBefore - 1;
  const percent = (growth: number) => `${(100 * growth).toFixed(1)} %`;
  console.info(
    `Kept ${percent(kept)} more, resident ${percent(grown)}, and ${percent(most / before - 1)} meanwhile`,
  );
  for (const socket of sockets) socket.raw.resume();
  for (const socket of sockets) expect([1006, 1013]).toContain((await socket.closed).code);
  expect(kept).toBeLessThan(0.05);
});
