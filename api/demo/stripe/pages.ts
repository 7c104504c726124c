import { escapeHtml } from '#api/lib/html.ts';
import { dayOf, money, periodEndOf } from './items.ts';
import { pdfPage, type PdfText } from './pdf.ts';
import type { InvoiceRow } from './rows-billing.ts';
import type { PortalSessionRow } from './rows-catalog.ts';
import type { StripeWorld } from './world.ts';

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
td,th{text-align:left;padding:.25rem .75rem .25rem 0;vertical-align:top}td:last-child{text-align:right}
button{font:inherit;min-height:2.75rem;padding:0 1rem}a{display:inline-block;min-height:1.5rem}`;

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head>
    <body><p>A stand-in for Stripe.</p>${body}</body></html>`;
}

/** Where the link in an invoice leads. */
export function invoicePage(invoice: InvoiceRow): string {
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

/** The same on paper. */
export function invoicePdf(invoice: InvoiceRow): Buffer {
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

/** What a customer does without us: they look at their invoices, cancel, and think better of it. */
export function portalPage(world: StripeWorld, { customer: id, return_url: back }: PortalSessionRow): string {
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
