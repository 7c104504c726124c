import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { FaultKind } from '#api/demo/unifi/faults.ts';
import { KilledWorkers } from '#tests/support/killed-workers.ts';
import { Rounds, until } from '#tests/support/rounds.ts';

/** Milliseconds between two readings of a controller, and how long each state of things is looked at. */
const interval = 1000;
const watched = 4000;

const healthy = Array.from({ length: 10 }, (_, nth) => `healthy-${nth}`);

let rounds: Rounds;
let nodes: KilledWorkers;
let url: string;

beforeAll(async () => {
  rounds = await Rounds.start();
  const devices = Array.from({ length: 10 }, (_, nth) => ({ name: `AP ${nth}` }));
  await rounds.begin({
    realTime: true,
    keys: ['broken', ...healthy].map((value) => ({ value, consoles: [{ name: value, devices }] })),
  });
  for (const key of ['broken', ...healthy]) await rounds.addController(key, key);
  nodes = new KilledWorkers(rounds.running, {
    ROLE: 'all',
    UNIFI_API_URL: rounds.unifi.url,
    POLL_INTERVAL_SECONDS: String(interval / 1000),
  });
  url = await nodes.started();
  await until(() => healthy.every((key) => readings(key, 0).length > 4), 20_000);
});
afterEach(() => rounds.unifi.faults.clear());
afterAll(async () => {
  await nodes.end();
  await rounds.end();
  await rounds.running.close();
});

/** When readings of a key's controller began since a moment, Unix milliseconds. */
const readings = (key: string, since: number) =>
  rounds.unifi.requests
    .filter((request) => request.key === key && request.at >= since && request.path.startsWith('/v1/hosts'))
    .map(({ at }) => at);

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** What the node needs of memory at most while it is watched, in bytes, and the usual time between two readings of those who are well. */
async function watch(): Promise<{ memory: number; gap: number }> {
  const since = Date.now();
  let memory = 0;
  while (Date.now() - since < watched) {
    const text = await (await fetch(`${url}/metrics`)).text();
    memory = Math.max(memory, Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]));
    await sleep(100);
  }
  const gaps = healthy.flatMap((key) => {
    const times = readings(key, since);
    return times.slice(1).map((at, nth) => at - times[nth]!);
  });
  return { memory, gap: median(gaps) };
}

const traps: [string, FaultKind][] = [
  ['answers 10 MB', { respond: 'huge' }],
  ['answers a byte now and then', { respond: 'drip', ms: 1000 }],
];

test.each(traps)('A UniFi that %s delays no other controller and fills no memory', async (_, fault) => {
  const before = await watch();
  const trap = rounds.unifi.faults.add({ key: 'broken', path: '/v1/', ...fault });
  const during = await watch();
  const grown = (during.memory - before.memory) / 1024 / 1024;
  console.info(
    `Memory ${grown.toFixed(1)} MB more, others every ${during.gap} ms instead of ${before.gap} ms`,
  );
  expect(trap.hits).toBeGreaterThan(0);
  expect(during.gap).toBeLessThan(before.gap + interval / 2);
  // A list that is too large is asked for again in smaller pages: several responses of up to 10 MB await collection.
  expect(grown).toBeLessThan(200);
});
