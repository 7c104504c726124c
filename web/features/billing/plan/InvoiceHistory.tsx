import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { Download, FileText } from '#web/ui/icons.tsx';
import type { InvoicesQuery } from '#web/gql/graphql.ts';
import { formatDate, formatMinorMoney, formatUtcRange } from '#web/lib/format.ts';
import { DownloadButton } from '#web/ui/DownloadButton.tsx';
import { GridTable } from '#web/ui/GridTable.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import type { State } from '#web/ui/StateIcon.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Hint, Muted, SectionHead, SectionTitle } from '#web/ui/text.tsx';
import { type Subscription, Invoices } from '../billing.gql.ts';

/** Every invoice, newest first, with PDF downloads. */
export function InvoiceHistory({ plan }: { plan: Subscription }) {
  const { data, error, refetch } = useQuery(Invoices, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const invoices = data?.invoices;
  return (
    <section aria-labelledby="invoices">
      <SectionHead>
        <SectionTitle id="invoices">Invoice History</SectionTitle>
        {invoices?.some(({ hasPdf }) => hasPdf) && (
          <DownloadButton path="/api/invoices/download" file="invoices.zip" size="sm">
            <Download size={16} strokeWidth={1.75} aria-hidden />
            Download All
          </DownloadButton>
        )}
      </SectionHead>
      {!invoices && error && (
        <LoadFailed title="We couldn’t load your invoices" error={error} onRetry={refetch} />
      )}
      {!invoices && !error && <SkeletonRows rows={3} />}
      {invoices?.length === 0 && (
        <Muted px={{ base: 4, md: 6 }} py={5} borderWidth="1px" borderRadius="surface" bg="bg.panel">
          {whatToExpect(plan)}
        </Muted>
      )}
      {invoices && invoices.length > 0 && (
        <GridTable label="Invoices" columns={columns} head={<InvoiceHead />}>
          {invoices.map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} />
          ))}
        </GridTable>
      )}
    </section>
  );
}

function whatToExpect({ state, trialEndsAt }: Subscription): string {
  const first = 'Invoices appear here with a PDF, and are emailed to the team owner.';
  if (state === 'trial' || state === 'trialing') {
    const until = trialEndsAt ? ` until ${formatDate(new Date(trialEndsAt))}` : '';
    return `No invoices yet. Your trial is free${until}. ${first}`;
  }
  if (state === 'free') return 'No invoices, because your package is free.';
  return `No invoices yet. You’ll get one with your first payment. ${first}`;
}

type Invoice = InvoicesQuery['invoices'][number];

const columns = {
  base: 'minmax(0, 1fr) auto',
  lg: '6.5rem minmax(0, 1fr) minmax(0, 1.4fr) 6rem 6rem 5rem',
};

const InvoiceHead = () => (
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

/** Labels for Stripe's invoice statuses, which may grow. Stripe marks negative amounts as paid, but they are credits. */
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

/** In UTC, as Stripe counts. */
const periodOf = ({ period, periodStart, periodEnd }: Invoice): string =>
  periodStart && periodEnd ? formatUtcRange(new Date(periodStart), new Date(periodEnd)) : period;

/** A table row. On phones, the invoice and amount come first, the rest below. */
function InvoiceRow({ invoice }: { invoice: Invoice }) {
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
        {formatDate(new Date(date))}
      </chakra.span>
      <Hint
        as="span"
        role="cell"
        gridRow={{ base: 3, lg: 'auto' }}
        gridColumn={{ base: 1, lg: 'auto' }}
        fontFamily="mono"
        overflowWrap="anywhere"
      >
        {name}
      </Hint>
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
        {formatMinorMoney(amount, currency)}
        {byCredit > 0 && (
          <chakra.span display="block" textStyle="xs" fontWeight="normal" color="fg.muted">
            {formatMinorMoney(byCredit, currency)} from credit
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
