import type { InvoicesQuery } from '#web/gql/graphql.ts';
import { minorMoney } from '#web/lib/money.ts';

type Invoices = InvoicesQuery['invoices'];

/**
 * What is owed, in words: "the open $29.99". The newest open invoice is it: an older one is of a subscription that is over,
 * which no card is charged for any more. Where none is known: "the open invoice".
 */
export function openSum(invoices: Invoices = []): string {
  const open = invoices.find(({ status }) => status === 'open');
  return open?.amountRemaining
    ? `the open ${minorMoney(open.amountRemaining, open.currency)}`
    : 'the open invoice';
}
