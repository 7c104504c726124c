import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { Download } from '#web/ui/icons.tsx';
import type { SubscriptionFieldsFragment } from '#web/gql/graphql.ts';
import { dayOf } from '#web/lib/dates.ts';
import { DownloadButton } from '#web/ui/DownloadButton.tsx';
import { GridTable } from '#web/ui/GridTable.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Invoices } from './billing.gql.ts';
import { columns, InvoiceHead, InvoiceRow } from './InvoiceRow.tsx';

/** Every invoice, newest first, each as a PDF and all of them in one file. */
export function InvoiceHistory({ plan }: { plan: SubscriptionFieldsFragment }) {
  const { data, error, refetch } = useQuery(Invoices, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const invoices = data?.invoices;
  return (
    <section aria-labelledby="invoices">
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        justifyContent="space-between"
        gap={3}
        mb={3}
      >
        <chakra.h2 id="invoices" textStyle="lg" fontWeight="semibold">
          Invoice History
        </chakra.h2>
        {invoices?.some(({ hasPdf }) => hasPdf) && (
          <DownloadButton path="/api/invoices/download" file="invoices.zip" size="sm">
            <Download size={16} strokeWidth={1.75} aria-hidden />
            Download All
          </DownloadButton>
        )}
      </chakra.div>
      {!invoices && error && (
        <LoadFailed title="The invoices could not be loaded" error={error} onRetry={refetch} />
      )}
      {!invoices && !error && <SkeletonRows rows={3} />}
      {invoices?.length === 0 && (
        <chakra.p
          px={{ base: 4, md: 6 }}
          py={5}
          borderWidth="1px"
          borderRadius="surface"
          bg="bg.panel"
          color="fg.muted"
        >
          {whatToExpect(plan)}
        </chakra.p>
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

function whatToExpect({ state, trialEndsAt }: SubscriptionFieldsFragment): string {
  const first = 'Each stands here with its amount, its period and a PDF, and is mailed to the owner.';
  if (state === 'trial' || state === 'trialing') {
    const until = trialEndsAt ? ` until ${dayOf(new Date(trialEndsAt))}` : '';
    return `No invoices yet: the trial is free${until}. ${first}`;
  }
  if (state === 'free') return 'No invoices: the package is free.';
  return `No invoices yet. The first comes with the first payment. ${first}`;
}
