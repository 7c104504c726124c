import { escapeHtml } from '#api/lib/html.ts';
import { changeSubscription } from './change.ts';
import type { StripeWorld } from './world.ts';
import { dayOf, money, periodEndOf } from './invoices.ts';
import type { InvoiceRow } from './rows-billing.ts';
import type { PortalSessionRow } from './rows-catalog.ts';

export interface Visit {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** The page behind one of Stripe's links. Undefined if the path is no link. */
export function visited(world: StripeWorld, method: string, path: string, form: string): Visit | undefined {
  const url = `${world.url}${path}`;
  const invoice = world
    .all('invoice')
    .find((one) => one.hosted_invoice_url === url || one.invoice_pdf === url);
  if (invoice?.invoice_pdf === url) {
    const name = `Invoice-${invoice.number ?? 'draft'}.pdf`;
    const headers = { 'content-disposition': `attachment; filename="${name}"` };
    return {
      status: 200,
      headers: { 'content-type': 'application/pdf', ...headers },
      body: invoicePdf(invoice),
    };
  }
  if (invoice) return html(200, invoicePage(invoice));
  const session = world.all('billing_portal.session').find((one) => one.url === url);
  if (!session) return undefined;
  if (method !== 'POST') return html(200, portalPage(world, session));
  const said = new URLSearchParams(form);
  const subscription = world.get('subscription', said.get('subscription') ?? '');
  if (subscription?.customer === session.customer)
    changeSubscription(world, subscription, { cancel_at_period_end: said.get('deed') === 'cancel' });
  return { status: 303, headers: { location: path }, body: '' };
}

export function html(status: number, body: string): Visit {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
td,th{text-align:left;padding:.25rem .75rem .25rem 0;vertical-align:top}td:last-child{text-align:right}
button{font:inherit;min-height:2.75rem;padding:0 1rem}a{display:inline-block;min-height:1.5rem}`;

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head>
    <body><p>A stand-in for Stripe.</p>${body}</body></html>`;
}

/** The page behind an invoice's link. */
function invoicePage(invoice: InvoiceRow): string {
  const { number, currency, lines, total, amount_due: due, status, invoice_pdf: pdf } = invoice;
  const rows = lines.data.map(
    ({ description, amount }) =>
      `<tr><td>${escapeHtml(description)}</td><td>${money(amount, currency)}</td></tr>`,
  );
  const title = `Invoice ${number ?? ''}`;
  return page(
    title,
    `<h1>${escapeHtml(title)}</h1><p>${dayOf(invoice.created)} · ${status}</p><table>${rows.join('')}
    <tr><th>Total</th><td>${money(total, currency)}</td></tr><tr><th>Amount due</th><td>${money(due, currency)}</td></tr></table>
    <p><a href="${escapeHtml(pdf ?? '')}">Download PDF</a></p>`,
  );
}

/** The same as a PDF. */
function invoicePdf(invoice: InvoiceRow): Buffer {
  const { number, currency, lines, total, amount_due: due, amount_paid: paid } = invoice;
  const texts: PdfText[] = [
    { text: 'Invoice', x: 50, y: 780, size: 22, isBold: true },
    { text: invoice.account_name, x: 50, y: 755 },
    { text: `Invoice number: ${number ?? ''}`, x: 50, y: 725 },
    { text: `Date of issue: ${dayOf(invoice.created)}`, x: 50, y: 710 },
    { text: `Billed to: ${invoice.customer_name ?? ''} ${invoice.customer_email ?? ''}`, x: 50, y: 695 },
  ];
  let y = 660;
  const line = (text: string, amount: number, isBold = false) => {
    texts.push({ text, x: 50, y, isBold }, { text: money(amount, currency), x: 460, y, isBold });
    y -= 18;
  };
  for (const { description, amount } of lines.data) line(description, amount);
  y -= 10;
  line('Total', total, true);
  line('Amount due', due, true);
  if (invoice.status === 'paid') line('Amount paid', paid, true);
  return pdfPage(`Invoice ${number ?? ''}`, texts);
}

/** What customers do in the portal: view invoices, cancel, and resume. */
function portalPage(world: StripeWorld, { customer: id, return_url: back }: PortalSessionRow): string {
  const subscriptions = world.all('subscription').filter((one) => one.customer === id && !one.ended_at);
  const invoices = world.all('invoice').filter((one) => one.customer === id && one.number !== null);
  const rows = subscriptions.map((one) => {
    const names = one.items.data.map(({ price }) => {
      const name = world.get('product', price.product)?.name ?? price.id;
      return escapeHtml(`${name} (${money(price.unit_amount, price.currency)})`);
    });
    const end = dayOf(periodEndOf(one));
    const [deed, word] = one.cancel_at_period_end
      ? ['resume', `Don't cancel on ${end}`]
      : ['cancel', `Cancel on ${end}`];
    return `<h2>${names.join(', ')}</h2><p>${one.status}</p>
      <form method="post"><input type="hidden" name="subscription" value="${one.id}">
      <button name="deed" value="${deed}">${word}</button></form>`;
  });
  const bills = invoices
    .toReversed()
    .map(
      (one) =>
        `<li><a href="${escapeHtml(one.hosted_invoice_url ?? '')}">${escapeHtml(one.number ?? '')}</a> ${money(one.total, one.currency)} ${one.status}</li>`,
    );
  const link = back ? `<p><a href="${escapeHtml(back)}">Back</a></p>` : '';
  return page('Your billing', `<h1>Your billing</h1>${rows.join('')}<ul>${bills.join('')}</ul>${link}`);
}

/** A line of a PDF page: its text, size and position, in points from the lower left. */
interface PdfText {
  text: string;
  x: number;
  y: number;
  size?: number;
  isBold?: boolean;
}

/** One A4 page as a PDF, with only Helvetica text. */
function pdfPage(title: string, texts: readonly PdfText[]): Buffer {
  const content = texts
    .map(
      ({ text, x, y, size = 10, isBold = false }) =>
        `BT /${isBold ? 'F2' : 'F1'} ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET`,
    )
    .join('\n');
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${bytes(content).length} >>\nstream\n${content}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Title (${escaped(title)}) >>`,
  ];
  const places: number[] = [];
  let file = '%PDF-1.4\n';
  for (const [index, object] of objects.entries()) {
    places.push(bytes(file).length);
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${bytes(file).length}\n%%EOF\n`;
  return bytes(`${file}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`);
}

/** Characters above 255 with a different code in the fonts' encoding. All others become a question mark. */
const elsewhere: Record<string, string> = { '€': '\u0080', '–': '\u0096', '—': '\u0097', '’': '\u0092' };

function escaped(text: string): string {
  const plain = [...text].map((one) => elsewhere[one] ?? (one <= 'ÿ' ? one : '?')).join('');
  return plain.replace(/[\\()]/g, (one) => `\\${one}`);
}

function bytes(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
