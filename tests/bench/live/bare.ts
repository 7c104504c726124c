// The yardstick, in a process of its own: the `ws` library alone.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { serve } from './part.ts';
import { usage } from './usage.ts';

let server: WebSocketServer | undefined;

const orders = {
  ...usage,
  /** Its address. */
  async listen({ port }: { port: number }): Promise<string> {
    server = new WebSocketServer({ port, host: '127.0.0.1', backlog: 4096 });
    await once(server, 'listening');
    return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  },
  /** The same text to everyone. */
  send(text: string): void {
    for (const client of server?.clients ?? []) client.send(text);
  },
};

export type Bare = typeof orders;
serve(orders);
