import { zipSync, type Zippable } from 'fflate';
import type { Limit } from '#api/security/attempts/attempts.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Conflict, ProductError, Unavailable, NotFound } from '#api/lib/errors.ts';
import { chargeRows } from '#api/security/request-rate/row-cost.ts';
import type { App } from '#api/config/app.ts';
import { OutboundFailure, OutboundRefused, type OutboundAnswer } from '#api/security/outbound.ts';
import { recordsExport } from '../audit/audit.service.ts';
import { findOwn } from '../teams/lock-team.store.ts';
import { Invoice, type InvoiceView } from './invoice.entity.ts';
import { periodOf } from './format.ts';
import { stripeOf, type Stripe, isMissing, stripeFailure } from './stripe.client.ts';

/** Maximum listed invoices, more than eight years of them. */
const most = 100;

/** Maximum bytes of the zip with all invoices. */
const largest = 60 * 1024 * 1024;

/** PDFs fetched in parallel. */
const atOnce = 4;

export interface FileDownload {
  name: string;
  bytes: Uint8Array;
}

export async function invoices({ em, viewer }: ViewerContext): Promise<InvoiceView[]> {
  return (await newest({ em, viewer })).map(shown);
}

function newest({ em, viewer }: Pick<ViewerContext, 'em' | 'viewer'>): Promise<Invoice[]> {
  const orderBy = { issuedAt: 'desc', id: 'desc' } as const;
  return em.find(Invoice, { team: viewer.team }, { orderBy, limit: most });
}

function shown(invoice: Invoice): InvoiceView {
  const {
    id,
    number,
    issuedAt,
    total,
    amountPaid,
    currency,
    status,
    periodStart,
    periodEnd,
    amountRemaining,
  } = invoice;
  return {
    id,
    number,
    date: issuedAt,
    amount: total,
    amountPaid,
    currency,
    status,
    period: periodOf(periodStart ?? issuedAt, periodEnd ?? issuedAt),
    periodStart,
    periodEnd,
    // Stripe creates a PDF for every invoice except drafts, which we don't keep.
    hasPdf: true,
    amountRemaining,
  };
}

/** Charged like this many rows, because each PDF takes two requests to Stripe. */
const rowsPerPdf = 1000;

/** Each PDF takes two requests to Stripe. */
const single: Limit = {
  name: 'invoice-pdf',
  attempts: 120,
  seconds: 600,
  message: "You've downloaded too many invoices. Try again in a few minutes.",
};

const all: Limit = {
  name: 'invoice-zip',
  attempts: 6,
  seconds: 600,
  message: "You've downloaded all invoices too often. Try again in a few minutes.",
};

/**
 * Returns an invoice as PDF. @throws NotFound, also for another team's; Conflict without keys; Unavailable;
 * TooMany
 */
export async function invoicePdf(ctx: ViewerContext, id: string): Promise<FileDownload> {
  const invoice = await findOwn(ctx, Invoice, id, 'Invoice');
  const stripe = await stripeOf(ctx.em, ctx.app.config);
  await ctx.app.attempts.take(single, ctx.viewer.team.id);
  chargeRows(ctx, rowsPerPdf);
  return { name: fileName(invoice), bytes: await fetchPdf(ctx.app, stripe, invoice) };
}

/**
 * Returns all invoices in a zip, with a note that lists any that couldn't be fetched. @throws Conflict if
 * there are none, or without keys; Unavailable if none could be fetched; TooMany
 */
export async function invoicesZip(ctx: ViewerContext): Promise<FileDownload> {
  const found = await newest(ctx);
  if (found.length === 0) throw new Conflict("You don't have any invoices yet.");
  const stripe = await stripeOf(ctx.em, ctx.app.config);
  await ctx.app.attempts.take(all, ctx.viewer.team.id);
  chargeRows(ctx, found.length * rowsPerPdf);
  const files: Zippable = {};
  const missing: string[] = [];
  let size = 0;
  for (let from = 0; from < found.length; from += atOnce) {
    const some = found.slice(from, from + atOnce);
    const fetched = await Promise.all(some.map((invoice) => pdfOrWhyNot(ctx, stripe, invoice)));
    for (const [index, pdf] of fetched.entries()) {
      const invoice = some[index]!;
      const fits = typeof pdf !== 'string' && size + pdf.length <= largest;
      if (!fits) {
        const why = typeof pdf === 'string' ? pdf : 'The download would be too large.';
        missing.push(`${invoice.number ?? invoice.stripeId}: ${why}`);
        continue;
      }
      size += pdf.length;
      files[unused(fileName(invoice), files)] = [pdf, { mtime: invoice.issuedAt }];
    }
  }
  if (size === 0) throw new Unavailable("We couldn't download the invoices from Stripe. Try again later.");
  if (missing.length > 0) files['MISSING.txt'] = Buffer.from(missingNote(missing));
  const { team } = ctx.viewer;
  const recordRows = recordsExport(ctx, { action: 'invoice.export', subject: team.name, subjectId: team.id });
  await recordRows(found.length - missing.length);
  // PDFs are already compressed.
  return { name: 'invoices.zip', bytes: zipSync(files, { level: 0 }) };
}

async function pdfOrWhyNot(
  { app }: ViewerContext,
  stripe: Stripe,
  invoice: Invoice,
): Promise<Buffer | string> {
  try {
    return await fetchPdf(app, stripe, invoice);
  } catch (error) {
    if (error instanceof ProductError) return error.message;
    throw error;
  }
}

function missingNote(missing: readonly string[]): string {
  return [
    'These invoices are missing from this file. Download each of them under Billing.',
    '',
    ...missing,
    '',
  ].join('\r\n');
}

/** Invoices with manually assigned numbers may share a name. */
function unused(name: string, files: Zippable): string {
  if (!(name in files)) return name;
  let count = 2;
  while (name.replace('.pdf', `-${count}.pdf`) in files) count += 1;
  return name.replace('.pdf', `-${count}.pdf`);
}

/** Maximum bytes of one PDF. A one-page invoice has some tens of thousands. */
const largestPdf = 5 * 1024 * 1024;

/** Milliseconds to wait for Stripe to create a PDF. */
const pdfTimeout = 20_000;

/** Maximum redirects to follow from the URL that Stripe returns. */
const mostRedirects = 3;

const notNow = "We couldn't download the PDF from Stripe. Try again later.";

/**
 * Fetches an invoice's PDF. We ask Stripe for its URL each time and never store or share it, because anyone
 * with the URL can open the file. @throws NotFound, Unavailable
 */
export async function fetchPdf(
  { outbound }: Pick<App, 'outbound'>,
  stripe: Stripe,
  { stripeId }: Pick<Invoice, 'stripeId'>,
): Promise<Buffer> {
  const found = await stripe.invoices.retrieve(stripeId).catch((error: unknown) => {
    throw isMissing(error) ? new NotFound('Invoice') : stripeFailure(error);
  });
  if (!found.invoice_pdf) throw new NotFound('PDF of the invoice');
  const { status, bytes } = await followRedirects(outbound, found.invoice_pdf);
  if (bytes.length > largestPdf) throw new Unavailable('The PDF is too large to download.');
  if (status !== 200 || !bytes.subarray(0, 1024).includes('%PDF-')) throw new Unavailable(notNow);
  return bytes;
}

/** Every redirect goes through the outbound guard, like the first URL. */
async function followRedirects(outbound: App['outbound'], from: string): Promise<OutboundAnswer> {
  let url = from;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await outbound
      .call(url, { timeoutMs: pdfTimeout, mostBytes: largestPdf + 1 })
      .catch((error: unknown) => {
        const meant = error instanceof OutboundFailure || error instanceof OutboundRefused;
        throw meant ? new Unavailable(notNow) : error;
      });
    const next = answer.headers['location'];
    const isLed = answer.status >= 300 && answer.status < 400 && next && URL.canParse(next, url);
    if (!isLed || redirects === mostRedirects) return answer;
    url = new URL(next, url).href;
  }
}

/** File name that is valid on every system and in a header. */
export function fileName({ number, stripeId }: Pick<Invoice, 'number' | 'stripeId'>): string {
  const plain = (number ?? stripeId).replace(/[^\w-]+/g, '-').slice(0, 80);
  return `invoice-${plain.replace(/^-+|-+$/g, '') || 'unnamed'}.pdf`;
}
