import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkAllowed } from '#api/graphql/access.ts';
import type { Context, ViewerContext } from '#api/graphql/context.ts';
import { Invalid, TooMany } from '#api/lib/errors.ts';
import { registerOneClick } from '../email/one-click.routes.ts';
import { isMonth } from '#api/lib/calendar-month.ts';
import { reportPdf } from './report-files.service.ts';
import { leaveReports } from './unsubscribe.service.ts';

interface Asked {
  Params: { month: string };
  Querystring: Record<string, unknown>;
}

/**
 * Serves reports as files, `GET /api/reports/:month/pdf`, to those who may read them, and the unsubscribe links in their emails.
 */
export function registerReports(
  fastify: FastifyInstance,
  contextOf: (request: FastifyRequest) => Promise<Context>,
): void {
  fastify.get<Asked>('/api/reports/:month/pdf', async (request, reply) => {
    const ctx = await contextOf(request);
    checkAllowed(ctx, 'read');
    const { month } = request.params;
    if (!isMonth(month)) throw new Invalid({ month: 'Give the month as 2026-05' });
    const [customerId, tag] = ['customerId', 'tag'].map((name) => textOf(request.query[name]));
    const unassigned = request.query['unassigned'] === 'true' || undefined;
    const { name, document } = await reportPdf(ctx as ViewerContext, {
      month,
      customerId,
      tag,
      unassigned,
    }).catch((error: unknown) => {
      if (error instanceof TooMany) reply.header('retry-after', Number(error.extensions['retryAfter']));
      throw error;
    });
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(document);
  });

  registerOneClick(fastify, contextOf, {
    path: '/hooks/unsubscribe/reports',
    page: '/unsubscribe/reports',
    leave: leaveReports,
  });
}

const textOf = (given: unknown): string | undefined =>
  typeof given === 'string' && given ? given.slice(0, 200) : undefined;
