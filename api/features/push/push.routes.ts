import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { App } from '#api/config/app.ts';
import type { Limit } from '#api/security/attempts/attempts.ts';
import type { Context } from '#api/graphql/context.ts';
import { Invalid, ProductError, TooMany } from '#api/lib/errors.ts';
import { hashToken } from '#api/security/token.ts';
import { pushPath, findAddress, takePush } from './push.service.ts';
import { readObject } from './payload.ts';

/** Maximum bytes of a message. Those seen from UniFi have a few hundred. */
const largestMessage = 64 * 1024;

/** Per URL. UniFi documents no limit, and more messages add no information. */
const limit: Limit = {
  name: 'push',
  attempts: 60,
  seconds: 60,
  message: 'Too many messages: at most 60 per minute are accepted',
};

/** Maximum rate-limited URLs remembered at once. */
const mostRefused = 1000;

/**
 * `/hooks/unifi/:token`: receives pushes from UniFi's Alarm Manager. The token is the only authentication.
 * Excess requests are rejected before anything is read, and a message answered with 202 is stored.
 */
export function registerPush(
  fastify: FastifyInstance,
  app: App,
  contextOf: (request: FastifyRequest) => Promise<Context>,
): void {
  /** End of a rate limit, in ms since 1970, by token hash, so that a flood causes no database queries. */
  const refused = new LRUCache<string, number>({ max: mostRefused });

  async function admit(request: FastifyRequest): Promise<void> {
    const hash = hashOf(request);
    const until = refused.get(hash);
    if (until !== undefined && until > Date.now()) {
      throw new TooMany(limit.message, Math.ceil((until - Date.now()) / 1000));
    }
    refused.delete(hash);
    if (!(await findAddress(app.orm.em.fork(), hash))) {
      // Invalid tokens use up a visitor's request limit. Valid ones aren't limited by others behind the same
      // IP address.
      await contextOf(request);
      throw new ProductError('NOT_FOUND', 'Unknown address. It was renewed, or its controller was deleted.');
    }
    await app.attempts.take(limit, hash).catch((error: unknown) => {
      if (error instanceof TooMany) {
        refused.set(hash, Date.now() + Number(error.extensions['retryAfter']) * 1000);
      }
      throw error;
    });
  }

  async function take(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const body = textOf(request.body);
    if (body === undefined || !readObject(body)) throw new Invalid({ body: 'Send one JSON object' });
    await takePush(app, hashOf(request), body);
    return reply.code(202).send();
  }

  fastify.register(async (door) => {
    door.removeAllContentTypeParsers();
    // Keep the body unparsed, because it is stored unchanged.
    door.addContentTypeParser(
      /^(application|text)\/([\w.-]+\+)?json(;|$)/i,
      { parseAs: 'buffer' },
      (_, body, done) => done(null, body),
    );
    door.post(`${pushPath}/:token`, { bodyLimit: largestMessage, onRequest: admit }, take);
    door.get(`${pushPath}/:token`, (_request, reply) =>
      reply.code(405).header('allow', 'POST').send({ message: 'UniFi must send to this address with POST' }),
    );
  });
}

const hashOf = ({ params }: FastifyRequest): string => hashToken((params as { token: string }).token);

/** Undefined if it isn't text. */
function textOf(body: unknown): string | undefined {
  try {
    return Buffer.isBuffer(body) ? new TextDecoder('utf-8', { fatal: true }).decode(body) : undefined;
  } catch {
    return undefined;
  }
}
