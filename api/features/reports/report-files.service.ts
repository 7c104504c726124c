import { buffer } from 'node:stream/consumers';
import type { App } from '#api/config/app.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { runYielding } from '#api/lib/concurrency.ts';
import { NotFound } from '#api/lib/errors.ts';
import { recordsExport } from '../audit/audit.service.ts';
import { senderOf } from '../branding/sender.store.ts';
import type { AttachmentMaker } from '../email/send-message.store.ts';
import type { ReportArgs } from './report.input.ts';
import { drawReport, openReport } from './report-pdf.ts';
import type { Report } from './report.types.ts';
import { fileNameOf } from './report-words.ts';
import { chargeMonths, fullReport, reportFor, scopeOf } from './reports.service.ts';

/** A PDF that is still being drawn. */
async function startPdf({ orm }: App, report: Report): Promise<PDFKit.PDFDocument> {
  const sender = await senderOf(orm.em.fork());
  const document = openReport(report, sender);
  runYielding(drawReport(document, report, sender)).catch((error: unknown) =>
    document.destroy(error as Error),
  );
  return document;
}

/**
 * A report as a PDF.
 * @throws NotFound for another team's customer or a month of which nothing is known, Invalid
 */
export async function reportPdf(
  ctx: ViewerContext,
  args: ReportArgs,
): Promise<{ name: string; document: PDFKit.PDFDocument }> {
  const scope = await scopeOf(ctx, args);
  const { id, name } = ctx.viewer.team;
  const report = await fullReport(ctx.em, id, args.month, scope, new Date());
  if (!report) throw new NotFound('Report');
  // A site's row costs as much to draw as its days cost to read.
  chargeMonths(ctx, 2 * report.siteCount);
  const what = { action: 'report.export', subject: name, subjectId: id };
  const recordRows = recordsExport(ctx, what, { ...args, format: 'pdf' });
  await recordRows(report.sites.length);
  return { name: `${fileNameOf(report)}.pdf`, document: await startPdf(ctx.app, report) };
}

/** The PDF of an email. A month of which nothing is stored any more has none. */
export const reportAttachment: AttachmentMaker = async (app, { teamId, month, customerId = null }) => {
  if (!teamId || !month) return null;
  const report = await reportFor(app.orm.em.fork(), { teamId, month, customerId });
  return report && { type: 'application/pdf', content: await buffer(await startPdf(app, report)) };
};
