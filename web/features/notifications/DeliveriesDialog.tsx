import { chakra } from '@chakra-ui/react';
import { Send } from 'lucide-react';
import { useRef, useState } from 'react';
import type { DeliveryKind, DeliveryStatus, NotificationChannel } from '#web/gql/graphql.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { DialogDone, DialogFields, FormDialog } from '#web/ui/FormDialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { LoadMore } from '#web/ui/LoadMore.tsx';
import { SearchStatus, stale } from '#web/ui/Results.tsx';
import { Select } from '#web/ui/Select.tsx';
import { channelNames, kinds, kindWords, statuses, statusWords } from './delivery-words.ts';
import { DeliveryRow } from './DeliveryRow.tsx';
import { useDeliveries, type DeliveryFilter } from './useDeliveries.ts';

type Props = { integrationId: string; channel: NotificationChannel; onClose: () => void };

/** Everything that one channel was told, or was to be told, newest first. */
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
        {error && <LoadFailed title="The deliveries could not be loaded" error={error} onRetry={refetch} />}
        {!error && (!deliveries || (searching && deliveries.length === 0)) && <SkeletonRows rows={4} />}
        <SearchStatus searching={searching && !!deliveries} />
        {deliveries?.length === 0 && !searching && <Nothing filter={filter} />}
        {deliveries && deliveries.length > 0 && (
          <chakra.ul
            ref={list}
            aria-label={title}
            aria-busy={searching || undefined}
            {...stale(searching)}
            listStyleType="none"
            borderWidth="1px"
            borderRadius="control"
            css={{ '& > li + li': { borderTopWidth: '1px' } }}
          >
            {deliveries.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} />
            ))}
          </chakra.ul>
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
    title={status || kind ? 'No such deliveries' : 'Nothing was told yet'}
  >
    {noSuch(status, kind) ?? 'Each alert that a rule sends here stands in this list, with what became of it.'}
  </EmptyState>
);

function noSuch(status?: DeliveryStatus, kind?: DeliveryKind): string | undefined {
  const words = [status && statusWords[status].word, kind && kindWords[kind]].filter(Boolean);
  return words.length > 0 ? `No delivery of this channel is “${words.join('” and “')}”.` : undefined;
}
