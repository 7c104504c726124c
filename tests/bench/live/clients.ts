// Everyone who listens, in a process of their own. Each counts what it is told, and looks at its cursors.
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { serve } from './part.ts';

/** Milliseconds until a client whose connection was refused tries again. */
const pause = 50;

/** Connections that are being made at a time. */
const atOnce = 200;

const document = `subscription($id: ID!, $after: String) { alertChanged(controllerId: $id, after: $after) { cursor change alert {
  id message severity deviceName timestamp type controllerId siteId } } }`;

/** Someone who subscribes; without a token, a client of the bare library. */
export interface Subscriber {
  token?: string;
  controllerId?: string;
  /** Of the last change before they came. */
  after: number;
}

let told = 0;
let caughtUp = 0;
let goal = 0;
let last = '';
const wrong: string[] = [];
const clients: Client[] = [];

class Client {
  #socket: WebSocket | undefined;
  #ready: (() => void) | undefined;

  constructor(
    private url: string,
    private subscriber: Subscriber,
  ) {}

  /** Resolves once it is open, or may subscribe. Tries until it succeeds. */
  async open(): Promise<void> {
    while (!(await this.#attempt())) await sleep(pause);
  }

  close(): void {
    this.#socket?.terminate();
  }

  #attempt(): Promise<boolean> {
    const { token } = this.subscriber;
    return new Promise((resolve) => {
      const socket = new WebSocket(this.url, token ? 'graphql-transport-ws' : []);
      this.#socket = socket;
      this.#ready = () => resolve(true);
      socket.on('error', () => undefined);
      socket.once('close', () => resolve(false));
      socket.once('open', () => {
        if (token) socket.send(JSON.stringify({ type: 'connection_init', payload: { authToken: token } }));
        else resolve(true);
      });
      socket.on('message', (data) => this.#take(String(data)));
    });
  }

  #take(text: string): void {
    if (!this.subscriber.token) return this.#count(text);
    if (text.includes('"type":"next"')) {
      const cursor = Number(/"cursor":"(\d+)"/.exec(text)?.[1]);
      if (cursor !== this.subscriber.after + 1) wrong.push(`${cursor} after ${this.subscriber.after}`);
      this.subscriber.after = cursor;
      if (cursor === goal) caughtUp += 1;
      return this.#count(text);
    }
    if (!text.includes('"connection_ack"')) return void wrong.push(text);
    const { controllerId, after } = this.subscriber;
    const payload = { query: document, variables: { id: controllerId, after: String(after) } };
    this.#socket?.send(JSON.stringify({ id: crypto.randomUUID(), type: 'subscribe', payload }));
    this.#ready?.();
  }

  #count(text: string): void {
    told += 1;
    last = text;
  }
}

async function openAll(all: Client[]): Promise<void> {
  const waiting = [...all];
  const one = async () => {
    for (let client = waiting.pop(); client; client = waiting.pop()) await client.open();
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

async function until(holds: () => boolean, what: () => string, patience = 60_000): Promise<void> {
  for (const end = Date.now() + patience; !holds(); await sleep(2)) {
    if (wrong.length > 0) throw new Error(`Missed, doubled or refused ${wrong.length} times: ${wrong[0]}`);
    if (Date.now() > end) throw new Error(`Not everything has arrived: ${what()}`);
  }
}

const orders = {
  async open({ url, subscribers }: { url: string; subscribers: Subscriber[] }): Promise<void> {
    const added = subscribers.map((subscriber) => new Client(url, subscriber));
    clients.push(...added);
    await openAll(added);
  },

  /** How much has arrived since the start, and the newest. */
  told: () => ({ count: told, last }),

  /** Once so much has arrived; fails where it does not, or not as it should. */
  untilTold: (count: number) =>
    until(
      () => told >= count,
      () => `${told} of ${count}`,
    ),

  /** Everyone comes back, each from where they were; milliseconds until all have seen `cursor`, or are open. */
  async comeBack({ cursor }: { cursor?: number }): Promise<number> {
    const began = performance.now();
    goal = cursor ?? 0;
    caughtUp = 0;
    await openAll(clients);
    if (cursor)
      await until(
        () => caughtUp === clients.length,
        () => `${caughtUp} have caught up`,
      );
    return performance.now() - began;
  },

  closeAll(): void {
    for (const client of clients.splice(0)) client.close();
  },
};

export type Clients = typeof orders;
serve(orders);
