import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkAllowed } from '#api/graphql/access.ts';
import type { Context, ViewerContext } from '#api/graphql/context.ts';
import { checkInput } from '#api/graphql/schema/validate.ts';
import { TooMany } from '#api/lib/errors.ts';
import { registerOneClick } from '../email/one-click.routes.ts';
import { lineEvidencePdf } from './line-evidence.service.ts';
import { LineEvidenceArgs, ReportArgs } from './report.input.ts';
import { reportPdf } from './report-files.service.ts';
import { leaveReports } from './unsubscribe.service.ts';

type ArgsOf = (request: FastifyRequest) => object;

/**
 * Serves reports and evidence as PDF files to those who may read them, and the unsubscribe links in emails.
 * @param argsOf reads the arguments as for the CSV file of the same
 */
export function registerReports(
  fastify: FastifyInstance,
  contextOf: (request: FastifyRequest) => Promise<Context>,
  argsOf: { report: ArgsOf; line: ArgsOf },
): void {
  const servePdf = <Args extends object>(
    path: string,
    read: ArgsOf,
    Type: new () => Args,
    make: (ctx: ViewerContext, args: Args) => Promise<{ name: string; document: PDFKit.PDFDocument }>,
  ) =>
    fastify.get(path, async (request, reply) => {
      const ctx = await contextOf(request);
      checkAllowed(ctx, 'read');
      const args = Object.assign(new Type(), read(request));
      await checkInput(args);
      const { name, document } = await make(ctx as ViewerContext, args).catch((error: unknown) => {
        if (error instanceof TooMany) reply.header('retry-after', Number(error.extensions['retryAfter']));
        throw error;
      });
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store')
        .send(document);
    });
  servePdf('/api/reports/:month/pdf', argsOf.report, ReportArgs, reportPdf);
  servePdf('/api/internet-lines/:id/:month/pdf', argsOf.line, LineEvidenceArgs, lineEvidencePdf);

  registerOneClick(fastify, contextOf, {
    path: '/hooks/unsubscribe/reports',
    page: '/unsubscribe/reports',
    leave: leaveReports,
  });
}
