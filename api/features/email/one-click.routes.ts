import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '#api/graphql/context.ts';
import { ProductError, statusOf, type ErrorCode } from '#api/lib/errors.ts';

/** Paths are logged and this one contains a token, so don't log these requests. */
const quiet = { logLevel: 'warn' } as const;

/** Form that mail programs post (RFC 8058, section 3.2), in either encoding. */
const oneClick = /List-Unsubscribe["\s]*=?\s*One-Click/;

interface Asked {
  Params: { token: string };
  Body: string;
}

/** Unsubscribe link for one kind of email. */
interface OneClick {
  path: string;
  /** Page that asks people to confirm. */
  page: string;
  /** @throws ProductError */
  leave: (ctx: Context, token: string) => Promise<unknown>;
}

/** Mail programs POST to the path with a token. People who open it are redirected to the page. */
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
        return reply.code(400).send({ message: 'Expected List-Unsubscribe=One-Click' });
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
