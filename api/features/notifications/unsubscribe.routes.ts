import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '#api/context.ts';
import { ProductError, statusOf, type ErrorCode } from '#api/errors.ts';
import { unsubscribeByLink } from './unsubscribe.service.ts';

/** A path is logged, and this one holds a token: answers are not written down. */
const quiet = { logLevel: 'warn' } as const;

/** What a program posts (RFC 8058, section 3.2), as a form of either kind. */
const oneClick = /List-Unsubscribe["\s]*=?\s*One-Click/;

interface Asked {
  Params: { token: string };
  Body: string;
}

/** `/hooks/unsubscribe/:token`: programs that show mails post to it, people who follow it are led to the page. */
export function registerUnsubscribe(
  fastify: FastifyInstance,
  contextOf: (request: FastifyRequest) => Promise<Context>,
): void {
  fastify.register(async (hooks) => {
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

    hooks.get<Asked>('/hooks/unsubscribe/:token', quiet, async ({ params }, reply) =>
      reply
        .header('referrer-policy', 'no-referrer')
        .redirect(`/unsubscribe?token=${encodeURIComponent(params.token)}`, 302),
    );

    hooks.post<Asked>('/hooks/unsubscribe/:token', quiet, async (request, reply) => {
      if (!oneClick.test(request.body ?? ''))
        return reply.code(400).send({ message: 'List-Unsubscribe=One-Click is expected' });
      try {
        await unsubscribeByLink(await contextOf(request), request.params.token);
      } catch (error) {
        if (!(error instanceof ProductError)) throw error;
        const status = statusOf[error.extensions['code'] as ErrorCode];
        return reply.code(status).send({ message: error.message });
      }
      return { message: 'Unsubscribed' };
    });
  });
}
