import { csvExport } from '#api/exports/export.ts';
import { answerText } from '#api/exports/exports.service.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import type { Cell } from '#api/lib/csv.ts';
import { runYielding } from '#api/lib/concurrency.ts';
import { isoTime } from '#api/lib/local-time.ts';
import { chargeRows } from '#api/security/request-rate/row-cost.ts';
import { recordsExport } from '../audit/audit.service.ts';
import { senderOf } from '../branding/sender.store.ts';
import { type LineRecord, lineRecord } from '../metrics/internet-lines.service.ts';
import { inferredSeconds, type LineTrouble } from '../metrics/line-availability.ts';
import { drawEvidence, openEvidence } from './line-evidence-pdf.ts';
import {
  familyWords,
  isOngoing,
  isPartial,
  lineWords,
  measuredHow,
  percentDigits,
  sourceOf,
} from './line-evidence.ts';
import type { LineEvidenceArgs } from './report.input.ts';
import { fileNameOf } from './report-words.ts';

/** What a PDF costs in rows, besides those that it lists. */
const rowsPerPdf = 100;

/**
 * A month of an internet line as a PDF for its provider.
 * @throws NotFound for a line of another team, or Invalid for a month of which nothing is known
 */
export async function lineEvidencePdf(
  ctx: ViewerContext,
  { id, month }: LineEvidenceArgs,
): Promise<{ name: string; document: PDFKit.PDFDocument }> {
  const record = await lineRecord(ctx, id, month);
  const rows = record.troubles.length;
  chargeRows(ctx, rowsPerPdf + rows);
  await recorderOf(ctx, record, id, 'pdf')(rows);
  const sender = await senderOf(ctx.app.orm.em.fork());
  const madeAt = new Date();
  const document = openEvidence(record, madeAt, sender);
  const more = { sender, everySeconds: secondsOf(ctx, record), madeAt };
  runYielding(drawEvidence(document, record, more)).catch((error: unknown) =>
    document.destroy(error as Error),
  );
  return { name: `${fileNameOf({ subject: lineWords(record), month })}.pdf`, document };
}

/**
 * The same for spreadsheets: a row for the month, and one for each outage and each time that wasn't measured, then how it was measured.
 * @throws NotFound for a line of another team, or Invalid for a month of which nothing is known
 */
export async function lineEvidenceCsv(ctx: ViewerContext, { id, month }: LineEvidenceArgs): Promise<string> {
  const record = await lineRecord(ctx, id, month);
  const everySeconds = secondsOf(ctx, record);
  const notes = measuredHow(record, everySeconds);
  return answerText(
    ctx,
    csvExport({
      download: 'GET /api/internet-lines/:id/:month/csv',
      record: recorderOf(ctx, record, id, 'csv'),
      columns,
      count: () => Promise.resolve(1 + record.troubles.length + notes.length),
      async *batches() {
        yield await Promise.resolve([monthRow(record)]);
        yield record.troubles.map((trouble) => ({
          ...namesOf(record),
          ...timesOf(trouble, record),
          what: whatOf(trouble),
          ...(isOngoing(trouble, record) && { to: 'ongoing' }),
          source: sourceOf(trouble, everySeconds).name,
          step: sourceOf(trouble, everySeconds).step,
        }));
        yield notes.map((note) => ({ what: 'Note', notes: note }));
      },
    }),
  );
}

const secondsOf = ({ app }: ViewerContext, { pollSeconds }: LineRecord): number =>
  pollSeconds ?? app.config.pollIntervalSeconds;

const recorderOf = (ctx: ViewerContext, record: LineRecord, id: string, format: string) =>
  recordsExport(
    ctx,
    { action: 'line.export', subject: lineWords(record), subjectId: id },
    { month: record.month.name, format },
  );

const columns = [
  { key: 'site', header: 'Site' },
  { key: 'line', header: 'Line' },
  { key: 'provider', header: 'Provider' },
  { key: 'asn', header: 'AS number' },
  { key: 'addresses', header: 'Addresses' },
  { key: 'what', header: 'What' },
  { key: 'from', header: 'From' },
  { key: 'to', header: 'To' },
  { key: 'timeZone', header: 'Time zone' },
  { key: 'seconds', header: 'Duration (s)' },
  { key: 'availability', header: 'Availability (%)' },
  { key: 'promised', header: 'Promised (%)' },
  { key: 'down', header: 'Down (s)' },
  { key: 'unknown', header: 'Not measured (s)' },
  { key: 'inferred', header: 'Not measured during provider outages (s)' },
  { key: 'source', header: 'Reported by' },
  { key: 'step', header: 'Accurate to' },
  { key: 'notes', header: 'How it was measured' },
] satisfies { key: string; header: string }[];

type Row = Partial<Record<(typeof columns)[number]['key'], Cell>>;

const whatOf = ({ state, inferred }: LineTrouble): string => {
  if (state === 'down') return 'Outage';
  return inferred ? 'Not measured (provider outage)' : 'Not measured';
};

const namesOf = ({ siteName, line, provider, asn, addressFamily, month }: LineRecord): Row => ({
  site: siteName,
  line,
  provider,
  asn,
  addresses: addressFamily && familyWords[addressFamily],
  timeZone: month.timeZone,
});

const timesOf = ({ from, until }: { from: Date; until: Date }, { month }: LineRecord): Row => ({
  from: isoTime(from, month.timeZone),
  to: isoTime(until, month.timeZone),
  seconds: Math.round((until.getTime() - from.getTime()) / 1000),
});

const roundedDown = (value: number, digits: number): number =>
  Math.floor(value * 10 ** digits + 1e-9) / 10 ** digits;

const monthRow = (record: LineRecord): Row => ({
  ...namesOf(record),
  ...timesOf(record, record),
  what: isPartial(record) ? 'Month, since first measured' : 'Month',
  availability: record.percent === null ? null : roundedDown(record.percent, percentDigits(record)),
  promised: record.promisedPercent,
  down: record.downSeconds,
  unknown: record.unknownSeconds,
  inferred: inferredSeconds(record.troubles),
});
