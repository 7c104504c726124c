import { Button, chakra } from '@chakra-ui/react';
import { RefreshCw, Webhook } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { StripeEventStatus } from '#web/gql/graphql.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GridTable } from '#web/ui/GridTable.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { LoadMore } from '#web/ui/LoadMore.tsx';
import { Select } from '#web/ui/Select.tsx';
import { EventRow, eventColumns } from './EventRow.tsx';
import { eventStatuses } from './event-words.ts';
import { useStripeEvents } from './useStripeEvents.ts';

const choices = Object.entries(eventStatuses).map(([value, { word }]) => ({ value, label: word }));

/** Every event of Stripe's that reached us, and what became of it. */
export function WebhookLog() {
  const heading = useId();
  const [status, setStatus] = useState<StripeEventStatus | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const { events, error, searching, refetch, loadMore, loadingMore } = useStripeEvents(status);
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
        <chakra.div display="flex" gap={2}>
          <Select
            aria-label="Status"
            w="10rem"
            placeholder="All statuses"
            options={choices}
            value={status ?? ''}
            onChange={({ target }) => setStatus((target.value || null) as StripeEventStatus | null)}
          />
          <Button variant="outline" onClick={() => void refetch().catch(() => undefined)}>
            <RefreshCw size={16} strokeWidth={1.75} aria-hidden />
            Refresh
          </Button>
        </chakra.div>
      </chakra.div>
      {error && <LoadFailed title="The log could not be loaded" error={error} onRetry={refetch} />}
      {!error && !events && <SkeletonRows rows={5} />}
      {events?.length === 0 && (
        <chakra.div borderWidth="1px" borderRadius="surface" bg="bg.panel">
          <EmptyState
            icon={<Webhook size={28} strokeWidth={1.5} aria-hidden />}
            title={status ? 'No events found' : 'No events yet'}
            action={
              status && (
                <Button variant="outline" onClick={() => setStatus(null)}>
                  Show all
                </Button>
              )
            }
          >
            {status
              ? `No event has the status “${eventStatuses[status].word}”.`
              : 'As soon as Stripe sends to the webhook address, each event appears here.'}
          </EmptyState>
        </chakra.div>
      )}
      {events && events.length > 0 && (
        <chakra.div ref={list} aria-busy={searching || undefined}>
          <GridTable label="Webhook log" columns={eventColumns} head={head}>
            {events.map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </GridTable>
        </chakra.div>
      )}
      <chakra.div mt={3}>
        <LoadMore more={loadMore} loading={loadingMore} list={list} />
      </chakra.div>
    </chakra.section>
  );
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
