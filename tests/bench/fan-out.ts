import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { scratchPostgres } from '#api/boot/scratch-postgres.ts';
import { migrate, openOrm } from '#api/orm.ts';
import { addCustomer, raise, startServer, type Running } from '#tests/support/running.ts';
import { cpuTime } from './cpu-time.ts';
import type { Figure } from './run.ts';

/** As many as one customer's operations may have on 20 sockets. */
const subscribers = 300;
const perSocket = 15;
const document = `subscription($id: ID!) { alertChanged(controllerId: $id) { cursor change alert {
  id message severity deviceName timestamp type controllerId siteId } } }`;

/** An alert is raised, committed, and told to 300 subscriptions, against the bare `ws` library sending the same bytes; clients included. */
export async function fanOut(): Promise<Figure> {
  const postgres = await scratchPostgres();
  try {
    const databaseUrl = postgres.url('bench');
    const orm = await openOrm(databaseUrl);
    await orm.schema.ensureDatabase();
    await migrate(orm);
    await orm.close();
    const running = await startServer({ databaseUrl, config: { logLevel: 'silent' } });
    const { ours, bytes } = await measureHub(running);
    await running.close();
    const theirs = await measureBare(bytes);
    const name = `an alert raised and told to ${subscribers} subscribers`;
    return { name, yardstick: 'bare ws, same bytes', ours, theirs };
  } finally {
    await postgres.stop();
  }
}

async function measureHub(running: Running) {
  const customer = await addCustomer(running);
  const arrivals = new Arrivals();
  const sockets = await connect(`${running.url.replace('http', 'ws')}/graphql`, arrivals);
  for (const socket of sockets) {
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authToken: customer.token } }));
    await once(socket, 'message');
    for (let id = 0; id < perSocket; id++) {
      const payload = { query: document, variables: { id: customer.controllerId } };
      socket.send(JSON.stringify({ id: String(id), type: 'subscribe', payload }));
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const ours = await cpuTime(async () => {
    const all = arrivals.expect(subscribers);
    await raise(running, customer, 'AP Lobby at Head Office is offline since 14:02 UTC');
    await all;
  });
  sockets.forEach((socket) => socket.terminate());
  return { ours, bytes: arrivals.last };
}

async function measureBare(bytes: string): Promise<number> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const arrivals = new Arrivals();
  const sockets = await connect(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, arrivals);
  const theirs = await cpuTime(async () => {
    const all = arrivals.expect(subscribers);
    for (const client of server.clients) for (let id = 0; id < perSocket; id++) client.send(bytes);
    await all;
  });
  sockets.forEach((socket) => socket.terminate());
  server.close();
  return theirs;
}

/** Counts what clients receive; a run whose deliveries do not all arrive never ends. */
class Arrivals {
  last = '';
  #left = 0;
  #done: () => void = () => undefined;

  expect(count: number): Promise<void> {
    this.#left = count;
    return new Promise((resolve) => (this.#done = resolve));
  }

  take(text: string): void {
    this.last = text;
    if (--this.#left === 0) this.#done();
  }
}

async function connect(url: string, arrivals: Arrivals): Promise<WebSocket[]> {
  const sockets = Array.from(
    { length: subscribers / perSocket },
    () => new WebSocket(url, 'graphql-transport-ws'),
  );
  for (const socket of sockets) {
    socket.on('message', (data) => {
      const text = String(data);
      if (!text.includes('connection_ack')) arrivals.take(text);
    });
    await once(socket, 'open');
  }
  return sockets;
}
