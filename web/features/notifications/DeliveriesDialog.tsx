import { useQuery } from '@apollo/client/react';
import { Button, chakra, Link } from '@chakra-ui/react';
import { ChevronRight, Send } from '#web/ui/icons.tsx';
import { useId, useRef, useState } from 'react';
import { Link as To } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import type {
  DeliveryKind,
  DeliveryRowFieldsFragment,
  DeliveryStatus,
  NotificationChannel,
} from '#web/gql/graphql.ts';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { usePolling } from '#web/lib/usePolling.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { DialogDone, DialogFields, FormDialog } from '#web/ui/FormDialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { LoadMore } from '#web/ui/LoadMore.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { SearchStatus, stale } from '#web/ui/Results.tsx';
import { Select } from '#web/ui/Select.tsx';
import { pagePolicies, useLoadMore } from '#web/ui/useLoadMore.ts';
import { DividedList } from '#web/ui/Card.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import {
  channelNames,
  isInProgress,
  kinds,
  kindWords,
  resendLabel,
  statuses,
  statusWords,
} from './delivery-words.ts';
import {
  Attempts,
  DeliveryReason,
  DeliveryStatusMark,
  DeliveryStatusFields,
  useResend,
} from './DeliveryParts.tsx';

export const Deliveries = graphql(`
  query Deliveries(
    $integrationId: ID
    $status: DeliveryStatus
    $kind: DeliveryKind
    $first: Int!
    $after: ID
  ) {
    deliveries(integrationId: $integrationId, status: $status, kind: $kind, first: $first, after: $after) {
      nextCursor
      nodes {
        id
        ...DeliveryStatusFields
        ...DeliveryRowFields
      }
    }
  }
`);

type Props = { integrationId: string; channel: NotificationChannel; onClose: () => void };

/** One channel's deliveries, newest first. */
export function DeliveriesDialog({ integrationId, channel, onClose }: Props) {
  const [filter, setFilter] = useState<DeliveryFilter>({});
  const list = useRef<HTMLUListElement>(null);
  const { deliveries, error, searching, loadMore, loadingMore, refetch } = useDeliveries(
    integrationId,
    filter,
  );
  const title = `Deliveries: ${channelNames[channel]}`;
  return (
    <FormDialog title={title} size="lg" onClose={onClose}>
      <DialogFields>
        <chakra.div display="flex" flexWrap="wrap" gap={2}>
          <StatusFilter value={filter.status} onChange={(status) => setFilter({ ...filter, status })} />
          <KindFilter value={filter.kind} onChange={(kind) => setFilter({ ...filter, kind })} />
        </chakra.div>
        {error && <LoadFailed title="We couldn’t load the deliveries" error={error} onRetry={refetch} />}
        {!error && (!deliveries || (searching && deliveries.length === 0)) && <SkeletonRows rows={4} />}
        <SearchStatus searching={searching && !!deliveries} />
        {deliveries?.length === 0 && !searching && <Nothing filter={filter} />}
        {deliveries && deliveries.length > 0 && (
          <DividedList
            ref={list}
            aria-label={title}
            aria-busy={searching || undefined}
            {...stale(searching)}
            borderWidth="1px"
            borderRadius="control"
          >
            {deliveries.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} />
            ))}
          </DividedList>
        )}
        <LoadMore more={loadMore} loading={loadingMore} list={list} />
      </DialogFields>
      <DialogDone autoFocus />
    </FormDialog>
  );
}

type FilterProps = { value?: DeliveryStatus; onChange: (status: DeliveryStatus | undefined) => void };

const StatusFilter = ({ value, onChange }: FilterProps) => (
  <Select
    aria-label="Status"
    w={{ base: 'full', sm: 48 }}
    placeholder="All deliveries"
    options={statuses.map((one) => ({ value: one, label: statusWords[one].word }))}
    value={value ?? ''}
    onChange={({ target }) => onChange(statuses.find((one) => one === target.value))}
  />
);

type KindProps = { value?: DeliveryKind; onChange: (kind: DeliveryKind | undefined) => void };

const KindFilter = ({ value, onChange }: KindProps) => (
  <Select
    aria-label="Kind"
    w={{ base: 'full', sm: 48 }}
    placeholder="All kinds"
    options={kinds.map((one) => ({ value: one, label: kindWords[one] }))}
    value={value ?? ''}
    onChange={({ target }) => onChange(kinds.find((one) => one === target.value))}
  />
);

const Nothing = ({ filter: { status, kind } }: { filter: DeliveryFilter }) => (
  <EmptyState
    icon={<Send size={28} strokeWidth={1.5} aria-hidden />}
    title={status || kind ? 'No matching deliveries' : 'No deliveries yet'}
  >
    {noSuch(status, kind) ?? 'Alerts that rules send to this channel appear here with their delivery status.'}
  </EmptyState>
);

function noSuch(status?: DeliveryStatus, kind?: DeliveryKind): string | undefined {
  const words = [status && statusWords[status].word, kind && kindWords[kind]].filter(Boolean);
  return words.length > 0 ? `No deliveries match “${words.join('” and “')}”.` : undefined;
}

export const DeliveryRowFields = graphql(`
  fragment DeliveryRowFields on Delivery {
    id
    kind
    status
    recipient
    attempts
    createdAt
    pausedUntil
    summary {
      id
      status
      alerts
    }
    alert {
      id
      type
      ruleName
      deviceName
      siteName
    }
    attemptLog {
      id
      ...AttemptFields
    }
    ...DeliveryStatusFields
    ...DeliveryReasonFields
  }
`);

/** One delivery: its status, alert and reason, with the attempts behind a button. */
function DeliveryRow(props: { delivery: FragmentType<typeof DeliveryRowFields> }) {
  const delivery = readFragment(DeliveryRowFields, props.delivery);
  const { kind, recipient, alert, attempts, createdAt } = delivery;
  const [open, setOpen] = useState(false);
  const triesId = useId();
  const looksOnly = useLooksOnly();
  const again = resendLabel(delivery);
  return (
    <chakra.li px={3} py={2.5} overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={3}>
        <DeliveryStatusMark delivery={delivery} />
        <Hint as="span">
          {kindWords[kind]}
          {recipient && ` to ${recipient}`}
        </Hint>
        <Hint as="span" ms="auto">
          <RelativeTime at={createdAt} />
        </Hint>
      </chakra.div>
      <chakra.p mt={0.5}>
        {alert ? (
          <Link asChild>
            <To to={`/alerts/${alert.id}`}>{subjectText(alert)}</To>
          </Link>
        ) : (
          summaryText(delivery)
        )}
        {alert && isNamed(alert) && <Muted as="span">{` · ${alert.ruleName}`}</Muted>}
      </chakra.p>
      <DeliveryReason delivery={delivery} />
      <chakra.div display="flex" alignItems="center" gap={2} mt={1} _empty={{ display: 'none' }}>
        {attempts > 0 && (
          <Button
            variant="ghost"
            size="sm"
            ms={-2.5}
            aria-expanded={open}
            aria-controls={open ? triesId : undefined}
            onClick={() => setOpen(!open)}
            css={{ '& svg': { transition: 'transform 120ms', rotate: open ? '90deg' : undefined } }}
          >
            <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
            {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
          </Button>
        )}
        {again && !looksOnly && <Resend id={delivery.id} word={again} />}
      </chakra.div>
      {open && <Attempts id={triesId} attempts={delivery.attemptLog} />}
    </chakra.li>
  );
}

type Subject = NonNullable<DeliveryRowFieldsFragment['alert']>;

const typeOf = ({ type }: Subject) => type.replaceAll('_', ' ');

/** Whether the rule's name differs from its condition. */
const isNamed = (alert: Subject) => alert.ruleName.toLowerCase() !== typeOf(alert);

/** What the alert is about. Its message shows its current state, not the one at the time of sending. */
const subjectText = (alert: Subject) => `${alert.deviceName ?? alert.siteName}: ${typeOf(alert)}`;

const summaryText = ({ summary }: DeliveryRowFieldsFragment) =>
  summary ? `${summary.alerts} alerts in one message.` : 'Many alerts in one message.';

function Resend({ id, word }: { id: string; word: string }) {
  const { resending, resend } = useResend(id);
  return (
    <Button
      variant="outline"
      size="sm"
      aria-disabled={resending || undefined}
      onClick={() => !resending && void resend()}
    >
      {word}
    </Button>
  );
}

/** Deliveries per page. */
const PAGE = 25;
/** Polling intervals in milliseconds: while deliveries are in progress, and otherwise. */
const EVERY = { moving: 3_000, calm: 10_000 };

/** Filters of the deliveries. */
type DeliveryFilter = { status?: DeliveryStatus; kind?: DeliveryKind };

/** One channel's deliveries, newest first and paged. Updates automatically while only the first page is loaded. */
function useDeliveries(integrationId: string, { status, kind }: DeliveryFilter) {
  const variables = { integrationId, status: status ?? null, kind: kind ?? null, first: PAGE };
  const { data, previousData, error, loading, refetch, fetchMore } = useQuery(Deliveries, {
    variables,
    ...pagePolicies,
  });
  // Keep the previous results while the next filter runs.
  const known = data ?? (error ? undefined : previousData);
  const page = data?.deliveries;
  const moving = page && readFragment(DeliveryStatusFields, page.nodes).some(isInProgress);
  const every = moving ? EVERY.moving : EVERY.calm;
  usePolling(page && page.nodes.length <= PAGE ? every : undefined, () => refetch());

  const { loadMore, loadingMore } = useLoadMore('deliveries', () =>
    fetchMore({ variables: { after: page?.nextCursor } }),
  );
  return {
    deliveries: known?.deliveries.nodes,
    error: known ? undefined : error,
    searching: loading && !data,
    loadMore: page?.nextCursor ? loadMore : undefined,
    loadingMore,
    refetch,
  };
}
