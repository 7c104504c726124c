import type { InvoicesQuery } from '#web/gql/graphql.ts';
import { minorMoney } from '#web/lib/money.ts';

type Invoices = InvoicesQuery['invoices'];

/** What is owed, in words: "the open $29.99". Where the invoices are not known, or say nothing of it: "the open invoice". */
export function openSum(invoices: Invoices = []): string {
  const open = invoices.filter(({ status }) => status === 'open');
  const sum = open.reduce((all, { amountRemaining }) => all + amountRemaining, 0);
  return open[0] && sum > 0 ? `the open ${minorMoney(sum, open[0].currency)}` : 'the open invoice';
}
