import { chakra } from '@chakra-ui/react';
import { FileText } from '#web/ui/icons.tsx';
import type { InvoicesQuery } from '#web/gql/graphql.ts';
import { dayOf } from '#web/lib/dates.ts';
import { minorMoney } from '#web/lib/money.ts';
import { DownloadButton } from '#web/ui/DownloadButton.tsx';
import type { State } from '#web/ui/StateShape.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';

type Invoice = InvoicesQuery['invoices'][number];

/** Of the table, on wide screens and on phones. */
export const columns = {
  base: 'minmax(0, 1fr) auto',
  lg: '6.5rem minmax(0, 1fr) minmax(0, 1.4fr) 6rem 6rem 5rem',
};

/** The names of the columns. */
export const InvoiceHead = () => (
  <>
    {['Date', 'Invoice', 'Period'].map((name) => (
      <span role="columnheader" key={name}>
        {name}
      </span>
    ))}
    <chakra.span role="columnheader" textAlign="end">
      Amount
    </chakra.span>
    <span role="columnheader">Status</span>
    <chakra.span role="columnheader" srOnly>
      PDF
    </chakra.span>
  </>
);

/** Stripe's words for an invoice, in ours. Others may come. What is below zero was given, and Stripe calls it paid. */
const looks: Record<string, { state: State; word: string }> = {
  paid: { state: 'ok', word: 'Paid' },
  open: { state: 'warning', word: 'Open' },
  void: { state: 'unknown', word: 'Void' },
  uncollectible: { state: 'error', word: 'Not paid' },
};

const lookOf = ({ status, amount }: Invoice): { state: State; word: string } =>
  status === 'paid' && amount < 0
    ? { state: 'info', word: 'Credit' }
    : (looks[status] ?? { state: 'unknown', word: status });

/** In UTC, as Stripe counts; in the reader's own format like the other dates. */
const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

const periodOf = ({ period, periodStart, periodEnd }: Invoice): string =>
  periodStart && periodEnd ? days.formatRange(new Date(periodStart), new Date(periodEnd)) : period;

/** A line of the table; on phones what it is and what it cost, with the rest below. */
export function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { id, number, date, amount, amountPaid, currency, status, hasPdf } = invoice;
  const name = number ?? 'Invoice';
  const look = lookOf(invoice);
  const byCredit = status === 'paid' && amount > 0 ? amount - amountPaid : 0;
  return (
    <chakra.div
      role="row"
      display="grid"
      gridTemplateColumns={columns}
      columnGap={4}
      rowGap={1}
      alignItems="center"
      minH={10}
      px={4}
      py={{ base: 3, lg: 1.5 }}
      borderTopWidth="1px"
    >
      <chakra.span role="cell" fontWeight={{ base: 'medium', lg: 'normal' }} whiteSpace="nowrap">
        {dayOf(new Date(date))}
      </chakra.span>
      <chakra.span
        role="cell"
        gridRow={{ base: 3, lg: 'auto' }}
        gridColumn={{ base: 1, lg: 'auto' }}
        fontFamily="mono"
        textStyle="sm"
        color="fg.muted"
        overflowWrap="anywhere"
      >
        {name}
      </chakra.span>
      <chakra.span
        role="cell"
        gridRow={{ base: 2, lg: 'auto' }}
        gridColumn={{ base: 1, lg: 'auto' }}
        color={{ base: 'fg.muted', lg: 'fg' }}
        textStyle={{ base: 'sm', lg: 'md' }}
      >
        {periodOf(invoice)}
      </chakra.span>
      <chakra.span
        role="cell"
        gridRow={{ base: 1, lg: 'auto' }}
        gridColumn={{ base: 2, lg: 'auto' }}
        textAlign="end"
        fontWeight="medium"
        whiteSpace="nowrap"
      >
        {minorMoney(amount, currency)}
        {byCredit > 0 && (
          <chakra.span display="block" textStyle="xs" fontWeight="normal" color="fg.muted">
            {minorMoney(byCredit, currency)} by credit
          </chakra.span>
        )}
      </chakra.span>
      <chakra.span
        role="cell"
        gridRow={{ base: 2, lg: 'auto' }}
        gridColumn={{ base: 2, lg: 'auto' }}
        justifySelf={{ base: 'end', lg: 'start' }}
      >
        <StatusDot {...look} />
      </chakra.span>
      <chakra.span
        role="cell"
        gridRow={{ base: 3, lg: 'auto' }}
        gridColumn={{ base: 2, lg: 'auto' }}
        justifySelf="end"
      >
        {hasPdf && (
          <DownloadButton
            path={`/api/invoices/${id}/pdf`}
            file={`invoice-${number ?? id}.pdf`}
            size="sm"
            aria-label={`PDF of ${name}`}
          >
            <FileText size={16} strokeWidth={1.75} aria-hidden />
            PDF
          </DownloadButton>
        )}
      </chakra.span>
    </chakra.div>
  );
}
