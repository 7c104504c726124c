import { changeSubscription } from './change.ts';
import { invoicePage, invoicePdf, portalPage } from './pages.ts';
import type { StripeWorld } from './world.ts';

export interface Visit {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** What somebody sees who follows a link of Stripe's; nothing where no link leads. */
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
