// What someone would write by hand who has the rows in memory; they are made JSON again for each answer.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from './live/part.ts';
import { usage } from './live/usage.ts';

const answers = new Map<string, unknown>();

const orders = {
  ...usage,
  async listen(): Promise<string> {
    const server = createServer((request, response) => {
      request.resume().once('end', () => {
        const body = JSON.stringify(answers.get(request.url!));
        response.setHeader('content-type', 'application/json; charset=utf-8');
        response.setHeader('content-length', Buffer.byteLength(body));
        response.end(body);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  },
  keep({ path, rows }: { path: string; rows: unknown }): void {
    answers.set(path, rows);
  },
};

export type PlainServer = typeof orders;
serve(orders);
