import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkAllowed } from '#api/graphql/access.ts';
import type { Context, ViewerContext } from '#api/graphql/context.ts';
import { checkInput } from '#api/graphql/schema/validate.ts';
import { TooMany } from '#api/lib/errors.ts';
import { registerOneClick } from '../email/one-click.routes.ts';
import { ReportArgs } from './report.input.ts';
import { reportPdf } from './report-files.service.ts';
import { leaveReports } from './unsubscribe.service.ts';

/**
 * Serves reports as files, `GET /api/reports/:month/pdf`, to those who may read them, and the unsubscribe links in their emails.
 * @param argsOf reads the month and the filter as for the CSV
 */
export function registerReports(
  fastify: FastifyInstance,
  contextOf: (request: FastifyRequest) => Promise<Context>,
  argsOf: (request: FastifyRequest) => object,
): void {
  fastify.get('/api/reports/:month/pdf', async (request, reply) => {
    const ctx = await contextOf(request);
    checkAllowed(ctx, 'read');
    const args = Object.assign(new ReportArgs(), argsOf(request));
    await checkInput(args);
    const { name, document } = await reportPdf(ctx as ViewerContext, args).catch((error: unknown) => {
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
