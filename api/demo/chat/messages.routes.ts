import type { FastifyInstance } from 'fastify';
import { messagesPage } from './messages-page.ts';
import type { StandIns } from '../stand-ins.ts';

/** `/dev/messages`: what the demo's channels and HaloPSA were sent, as it looks there; one place's at `?place=teams`. Anybody may sign in to the demo. */
export function registerMessages(fastify: FastifyInstance, { chat, halopsa }: StandIns): void {
  fastify.get<{ Querystring: { place?: unknown } }>('/dev/messages', ({ query }, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(messagesPage(chat, halopsa, reply.cspNonce, String(query.place))),
  );
}
