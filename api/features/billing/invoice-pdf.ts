import type { App } from '#api/config/app.ts';
import { NotFound, Unavailable } from '#api/lib/errors.ts';
import { OutboundFailure, OutboundRefused, type OutboundAnswer } from '#api/security/outbound.ts';
import type { Invoice } from './invoice.entity.ts';
import { isMissing, stripeFailure, type Stripe } from './stripe.ts';

/** Bytes of one PDF. An invoice of a page has some tens of thousands. */
const largest = 5 * 1024 * 1024;

/** Milliseconds that Stripe may take to draw one. */
const patience = 20_000;

/** Its file service may be led to from the address that it gives. */
const mostRedirects = 3;

const notNow = 'The PDF cannot be fetched from Stripe at the moment. Try again later.';

/**
 * An invoice on paper. Where it lies is asked of Stripe each time: such an address is open to everybody who knows it, so
 * none is kept or given away. @throws NotFound, Unavailable
 */
export async function pdfOf(
  { outbound }: Pick<App, 'outbound'>,
  stripe: Stripe,
  { stripeId }: Pick<Invoice, 'stripeId'>,
): Promise<Buffer> {
  const found = await stripe.invoices.retrieve(stripeId).catch((error: unknown) => {
    throw isMissing(error) ? new NotFound('Invoice') : stripeFailure(error);
  });
  if (!found.invoice_pdf) throw new NotFound('PDF of the invoice');
  const { status, bytes } = await fetched(outbound, found.invoice_pdf);
  if (bytes.length > largest) throw new Unavailable('The PDF is too large to be handed on.');
  if (status !== 200 || !bytes.subarray(0, 1024).includes('%PDF-')) throw new Unavailable(notNow);
  return bytes;
}

/** Each address on the way is looked at as the first one is. */
async function fetched(outbound: App['outbound'], from: string): Promise<OutboundAnswer> {
  let url = from;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await outbound
      .call(url, { timeoutMs: patience, mostBytes: largest + 1 })
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

/** What an invoice is called as a file: on every system, and in a header. */
export function fileName({ number, stripeId }: Pick<Invoice, 'number' | 'stripeId'>): string {
  const plain = (number ?? stripeId).replace(/[^\w-]+/g, '-').slice(0, 80);
  return `invoice-${plain.replace(/^-+|-+$/g, '') || 'unnamed'}.pdf`;
}
