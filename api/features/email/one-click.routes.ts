import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '#api/graphql/context.ts';
import { ProductError, statusOf, type ErrorCode } from '#api/lib/errors.ts';

/** A path is logged, and this one holds a token: answers are not written down. */
const quiet = { logLevel: 'warn' } as const;

/** What a program posts (RFC 8058, section 3.2), as a form of either kind. */
const oneClick = /List-Unsubscribe["\s]*=?\s*One-Click/;

interface Asked {
  Params: { token: string };
  Body: string;
}

/** Where mails of one kind lead whoever wants no more of them. */
interface OneClick {
  /** Without the token. */
  path: string;
  /** The page that asks people first. */
  page: string;
  /** @throws ProductError */
  leave: (ctx: Context, token: string) => Promise<unknown>;
}

/** Programs that show mails post to the path and a token; people who follow it are led to the page. */
export function registerOneClick(
  fastify: FastifyInstance,
  contextOf: (request: FastifyRequest) => Promise<Context>,
  { path, page, leave }: OneClick,
): void {
  fastify.register(async (hooks) => {
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

    hooks.get<Asked>(`${path}/:token`, quiet, async ({ params }, reply) =>
      reply
        .header('referrer-policy', 'no-referrer')
        .redirect(`${page}?token=${encodeURIComponent(params.token)}`, 302),
    );

    hooks.post<Asked>(`${path}/:token`, quiet, async (request, reply) => {
      if (!oneClick.test(request.body ?? ''))
        return reply.code(400).send({ message: 'List-Unsubscribe=One-Click is expected' });
      try {
        await leave(await contextOf(request), request.params.token);
      } catch (error) {
        if (!(error instanceof ProductError)) throw error;
        const status = statusOf[error.extensions['code'] as ErrorCode];
        return reply.code(status).send({ message: error.message });
      }
      return { message: 'Unsubscribed' };
    });
  });
}
