import { Button, chakra } from '@chakra-ui/react';
import { Download, RefreshCw, Webhook } from '#web/ui/icons.tsx';
import { useId } from 'react';
import type { StripeEventStatus } from '#web/gql/graphql.ts';
import { useTableAddress } from '#web/lib/table-address.ts';
import { AgeSelect } from '#web/ui/AgeSelect.tsx';
import { DownloadButton } from '#web/ui/DownloadButton.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GrowingTable } from '#web/ui/GrowingTable.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { Select } from '#web/ui/Select.tsx';
import { EventRow, eventColumns } from './EventRow.tsx';
import { eventStatuses } from './event-words.ts';
import { useStripeEvents } from './useStripeEvents.ts';

const choices = Object.entries(eventStatuses).map(([value, { word }]) => ({ value, label: word }));

const log = { sorts: ['when'], usual: { by: 'when', descending: true }, filters: ['status'] };

const isStatus = (said: string | undefined): said is StripeEventStatus =>
  said !== undefined && Object.hasOwn(eventStatuses, said);

/** Every event of Stripe's that reached us, and what became of it. */
export function WebhookLog() {
  const heading = useId();
  const { search, find, chosen, choose, order, clear } = useTableAddress(log);
  const status = isStatus(chosen['status']) ? chosen['status'] : null;
  const oldestFirst = !order.descending;
  const isNarrowed = Boolean(search || status);
  const { events, error, searching, refetch, loadMore, loadingMore } = useStripeEvents({
    status,
    search,
    oldestFirst,
  });
  const query = new URLSearchParams({ search, oldestFirst: String(oldestFirst), ...(status && { status }) });
  const csv = `/api/admin/stripe/events/csv?${query}`;
  return (
    <chakra.section aria-labelledby={heading}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={4} rowGap={2} mb={3}>
        <chakra.div flex="1 1 16rem">
          <chakra.h2 id={heading} textStyle="lg" fontWeight="semibold">
            Webhook log
          </chakra.h2>
          <chakra.p textStyle="sm" color="fg.muted">
            What Stripe told us, and what became of it.
          </chakra.p>
        </chakra.div>
        <SearchField label="Search events" value={search} onSearch={find} searching={searching} />
        <chakra.div display="flex" flexWrap="wrap" gap={2}>
          <Select
            aria-label="Status"
            size="sm"
            w="9rem"
            placeholder="All statuses"
            options={choices}
            value={status ?? ''}
            onChange={({ target }) => choose({ status: target.value || undefined })}
          />
          <AgeSelect oldestFirst={oldestFirst} onChange={(sort) => choose({ sort })} />
          <DownloadButton path={csv} file="stripe-events.csv">
            <Download size={16} strokeWidth={1.75} aria-hidden />
            Download CSV
          </DownloadButton>
          <Button variant="outline" onClick={() => void refetch().catch(() => undefined)}>
            <RefreshCw size={16} strokeWidth={1.75} aria-hidden />
            Refresh
          </Button>
        </chakra.div>
      </chakra.div>
      {error && <LoadFailed title="The log could not be loaded" error={error} onRetry={refetch} />}
      {!error && (!events || (searching && events.length === 0)) && <SkeletonRows rows={5} />}
      {events?.length === 0 && !searching && (
        <chakra.div borderWidth="1px" borderRadius="surface" bg="bg.panel">
          <EmptyState
            icon={<Webhook size={28} strokeWidth={1.5} aria-hidden />}
            title={isNarrowed ? 'No events found' : 'No events yet'}
            action={
              isNarrowed && (
                <Button variant="outline" onClick={clear}>
                  Show all
                </Button>
              )
            }
          >
            {isNarrowed
              ? nothingWords(search, status)
              : 'As soon as Stripe sends to the webhook address, each event appears here.'}
          </EmptyState>
        </chakra.div>
      )}
      {events && events.length > 0 && (
        <GrowingTable
          label="Webhook log"
          columns={eventColumns}
          head={head}
          more={loadMore}
          loading={loadingMore}
          searching={searching}
        >
          {events.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </GrowingTable>
      )}
    </chakra.section>
  );
}

function nothingWords(search: string, status: StripeEventStatus | null): string {
  const which = status ? `No event with the status “${eventStatuses[status].word}”` : 'No event';
  return search ? `${which} contains “${search}”.` : `${which} is there.`;
}

const head = (
  <>
    <span role="columnheader">Status</span>
    <span role="columnheader">Type</span>
    <span role="columnheader">What</span>
    <chakra.span role="columnheader" textAlign="end">
      Attempts
    </chakra.span>
    <span role="columnheader">When</span>
    <chakra.span role="columnheader" srOnly>
      Actions
    </chakra.span>
  </>
);
