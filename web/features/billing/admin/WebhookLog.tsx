import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { Download, RefreshCw, Webhook } from '#web/ui/icons.tsx';
import { useId, useState } from 'react';
import type { StripeEventFieldsFragment, StripeEventStatus } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { useTableParams } from '#web/lib/table-params.ts';
import { AgeSelect } from '#web/ui/AgeSelect.tsx';
import { DownloadButton } from '#web/ui/DownloadButton.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadMoreTable } from '#web/ui/LoadMoreTable.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { RowActions } from '#web/ui/RowActions.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { Select } from '#web/ui/Select.tsx';
import type { State } from '#web/ui/StateIcon.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { pagePolicies, useLoadMore } from '#web/ui/useLoadMore.ts';
import { Hint, Muted, SectionTitle } from '#web/ui/text.tsx';
import { Card } from '#web/ui/Card.tsx';

export const StripeEventFields = graphql(`
  fragment StripeEventFields on StripeEvent {
    id
    stripeId
    type
    objectId
    customerId
    status
    failure
    attempts
    receivedAt
    appliedAt
  }
`);

const StripeEvents = graphql(`
  query StripeEvents(
    $after: ID
    $first: Int
    $status: StripeEventStatus
    $search: String
    $oldestFirst: Boolean
  ) {
    stripeEvents(after: $after, first: $first, status: $status, search: $search, oldestFirst: $oldestFirst) {
      ...StripeEventFields
    }
  }
`);

const ReplayStripeEvent = graphql(`
  mutation ReplayStripeEvent($id: ID!) {
    replayStripeEvent(id: $id) {
      ...StripeEventFields
    }
  }
`);

/** Each event status with its label and shape, in the order of the filter. */
const eventStatuses: Record<StripeEventStatus, { word: string; state: State }> = {
  applied: { word: 'Applied', state: 'ok' },
  failed: { word: 'Failed', state: 'error' },
  received: { word: 'Waiting', state: 'info' },
  ignored: { word: 'Ignored', state: 'unknown' },
};

const choices = Object.entries(eventStatuses).map(([value, { word }]) => ({ value, label: word }));

const log = { sorts: ['when'], usual: { by: 'when', descending: true }, filters: ['status'] };

const isStatus = (said: string | undefined): said is StripeEventStatus =>
  said !== undefined && Object.hasOwn(eventStatuses, said);

/** Every Stripe event we received, and its outcome. */
export function WebhookLog() {
  const heading = useId();
  const { search, find, chosen, choose, order, clear } = useTableParams(log);
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
          <SectionTitle id={heading}>Webhook log</SectionTitle>
          <Hint>Events we received from Stripe, and what happened to each.</Hint>
        </chakra.div>
        <SearchField label="Search events" value={search} onSearch={find} searching={searching} />
        <chakra.div display="flex" flexWrap="wrap" gap={2}>
          <Select
            aria-label="Status"
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
      {error && <LoadFailed title="We couldn’t load the log" error={error} onRetry={refetch} />}
      {!error && (!events || (searching && events.length === 0)) && <SkeletonRows rows={5} />}
      {events?.length === 0 && !searching && (
        <Card>
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
              : 'Events appear here as soon as Stripe sends them to the webhook URL.'}
          </EmptyState>
        </Card>
      )}
      {events && events.length > 0 && (
        <LoadMoreTable
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
        </LoadMoreTable>
      )}
    </chakra.section>
  );
}

function nothingWords(search: string, status: StripeEventStatus | null): string {
  const which = status ? `events with the status “${eventStatuses[status].word}”` : 'events';
  return search ? `No ${which} match “${search}”.` : `There are no ${which}.`;
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

/** Columns on wide screens. On phones, status and type go above the rest. */
const eventColumns = {
  base: 'minmax(0, 1fr) auto',
  lg: '6rem minmax(0, 5fr) minmax(0, 5fr) 4.5rem 6rem 5.5rem',
} as const;

/** One event with its outcome and a button to replay it. */
function EventRow({ event }: { event: StripeEventFieldsFragment }) {
  const { stripeId, type, objectId, customerId, status, failure, attempts, receivedAt } = event;
  const [replay, { loading }] = useMutation(ReplayStripeEvent, { variables: { id: event.id } });
  const again = async () => {
    try {
      const done = readFragment(StripeEventFields, (await replay()).data?.replayStripeEvent);
      const word = done && eventStatuses[done.status].word.toLowerCase();
      toast({ title: 'Event replayed', description: `${type}: ${word}.`, type: 'success' });
    } catch (error) {
      toastFailure(error, { title: 'Error', fallback: 'We couldn’t replay the event. Try again.' });
    }
  };
  return (
    <chakra.div role="row" px={4} py={{ base: 2.5, lg: 1.5 }} borderTopWidth="1px" overflowWrap="anywhere">
      <chakra.div
        role="presentation"
        display="grid"
        gridTemplateColumns={eventColumns}
        gridTemplateAreas={{ base: '"status when" "type actions" "what tries"', lg: 'none' }}
        columnGap={4}
        rowGap={0.5}
        alignItems="center"
      >
        <Cell area="status">
          <StatusDot {...eventStatuses[status]} />
        </Cell>
        <Cell area="type">
          <chakra.span fontFamily="mono" textStyle="sm" fontWeight="medium">
            {type}
          </chakra.span>
        </Cell>
        <Cell area="what">
          <chakra.span fontFamily="mono" textStyle="xs" color="fg.muted" title={stripeId}>
            {[objectId, customerId].filter(Boolean).join(' · ') || stripeId}
          </chakra.span>
        </Cell>
        <Cell area="tries">
          <Muted as="span" display="block" textAlign={{ lg: 'end' }}>
            {attempts}
            <chakra.span display={{ lg: 'none' }}>{attempts === 1 ? ' try' : ' tries'}</chakra.span>
          </Muted>
        </Cell>
        <Cell area="when">
          <Muted as="span">
            <RelativeTime at={receivedAt} />
          </Muted>
        </Cell>
        <Cell area="actions">
          <RowActions
            of={`${type} ${objectId ?? stripeId}`}
            actions={[{ label: 'Replay', act: () => void again(), busy: loading }]}
          />
        </Cell>
      </chakra.div>
      {failure && (
        <Hint role="cell" aria-colspan={6} ps={{ lg: '7rem' }} pb={1}>
          {failure}
        </Hint>
      )}
    </chakra.div>
  );
}

const Cell = ({ area, children }: { area: string; children: React.ReactNode }) => (
  <chakra.div role="cell" gridArea={{ base: area, lg: 'auto' }} minW={0}>
    {children}
  </chakra.div>
);

/** Events per page. */
const PAGE = 50;

type Asked = { status: StripeEventStatus | null; search: string; oldestFirst: boolean };

/** The log page by page, filtered by status and search. */
function useStripeEvents({ status, search, oldestFirst }: Asked) {
  const asked = `${status} ${oldestFirst} ${search}`;
  const { data, previousData, error, loading, refetch, fetchMore } = useQuery(StripeEvents, {
    variables: { status, search: search || null, oldestFirst, first: PAGE },
    ...pagePolicies,
  });
  const [endOf, setEndOf] = useState<string>();
  const known = data ?? (error ? undefined : previousData);
  const events = (data && readFragment(StripeEventFields, data.stripeEvents)) ?? [];
  const last = events.at(-1);

  const { loadMore, loadingMore } = useLoadMore('events', async () => {
    const { data: page } = await fetchMore({ variables: { after: last?.id } });
    if (page && page.stripeEvents.length < PAGE) setEndOf(asked);
  });

  const isFull = events.length > 0 && events.length % PAGE === 0;
  return {
    events: known && readFragment(StripeEventFields, known.stripeEvents),
    error: known ? undefined : error,
    searching: loading && !data,
    loadMore: isFull && endOf !== asked ? loadMore : undefined,
    loadingMore,
    refetch,
  };
}
