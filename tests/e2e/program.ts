// The whole program in a process of its own, driven by messages from `support.ts`.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '#api/boot/postgres.ts';
import { scratchPostgres } from '#api/boot/scratch-postgres.ts';
import { readConfig } from '#api/config/config.ts';
import { startChat } from '#api/demo/chat/chat.ts';
import { demoNetwork } from '#api/demo/unifi/network-demo.ts';
import { startUnifi } from '#api/demo/unifi/unifi.ts';
import { startApp } from '#api/main.ts';

/** Do something to the network or a chat: the text of a function of the network, an argument and the chat. */
export interface Order {
  id: number;
  source: string;
  argument: unknown;
}

/** Where it listens and where its database is, or what came of an order. */
export type Word = { url: string; databaseUrl: string } | { id: number; answer?: unknown; failure?: string };

await using stack = new AsyncDisposableStack();
// An open channel would keep this process alive.
stack.defer(() => {
  if (process.connected) process.disconnect();
});
const ended = Promise.race(
  ['SIGINT', 'SIGTERM', 'disconnect'].map((event) => new Promise((resolve) => process.once(event, resolve))),
);

const dataDir = await mkdtemp(path.join(tmpdir(), 'netlantern-e2e-'));
stack.defer(() => rm(dataDir, { recursive: true }));
const postgres = await scratchPostgres();
stack.defer(() => postgres.stop());
// The demo's networks without their schedule: nothing happens but what a test does.
const network = demoNetwork();
const unifi = await startUnifi({ network });
stack.defer(() => unifi.close());
// Beside the demo's own, which only a page can look into: one that goes wrong when a test says so.
const chat = await startChat();
stack.defer(() => chat.close());

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const app = await startApp(
  readConfig({
    PORT: String(port),
    PUBLIC_URL: url,
    SITE_URL: process.env['SITE_APART'] && `http://localhost:${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url(),
    DEMO: '1',
    UNIFI_API_URL: unifi.url,
    OUTBOUND_ALLOW: '127.0.0.1',
    POLL_INTERVAL_SECONDS: process.env['POLL_INTERVAL_SECONDS'],
    LOG_LEVEL: 'warn',
  }),
);
stack.defer(() => app.stop());

const say = (word: Word) => process.send?.(word);
process.on('message', (order: Order) => void applyStep(order));
async function applyStep({ id, source, argument }: Order): Promise<void> {
  try {
    const act: unknown = new Function(`return (${source});`)();
    if (typeof act !== 'function') throw new TypeError('Only a function can be done to the network.');
    say({ id, answer: await act(network, argument, chat) });
  } catch (error) {
    say({ id, failure: String(error) });
  }
}
say({ url, databaseUrl: postgres.url() });
await ended;
