import type { CustomerContext } from '#api/context.ts';
import { Invoice } from './invoice.entity.ts';
import { periodOf } from './period.ts';
import type { ShownInvoice } from './subscription-start.ts';

/** The team's invoices, newest first. */
export async function invoices({ em, viewer }: CustomerContext): Promise<ShownInvoice[]> {
  const found = await em.find(Invoice, { team: viewer.team }, { orderBy: { issuedAt: 'desc', id: 'desc' } });
  return found.map(shown);
}

function shown(invoice: Invoice): ShownInvoice {
  const { id, number, issuedAt, total, currency, status, periodStart, periodEnd, amountRemaining } = invoice;
  const period = periodOf(periodStart ?? issuedAt, periodEnd ?? issuedAt);
  return {
    id,
    number,
    date: issuedAt,
    amount: total,
    currency,
    status,
    period,
    periodStart,
    periodEnd,
    hasPdf: true,
    amountRemaining,
  };
}
