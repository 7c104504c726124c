import { useMutation } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import type { StripeEventFieldsFragment } from '#web/gql/graphql.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { RowActions } from '#web/ui/RowActions.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { ReplayStripeEvent } from './billing-admin.gql.ts';
import { eventStatuses } from './event-words.ts';

/** Columns on wide screens; on phones status and type stand over the rest. */
export const eventColumns = {
  base: 'minmax(0, 1fr) auto',
  lg: '6rem minmax(0, 5fr) minmax(0, 5fr) 4.5rem 6rem 5.5rem',
} as const;

/** One event, what became of it, and the way to have it applied once more. */
export function EventRow({ event }: { event: StripeEventFieldsFragment }) {
  const { stripeId, type, objectId, customerId, status, failure, attempts, receivedAt } = event;
  const [replay, { loading }] = useMutation(ReplayStripeEvent, { variables: { id: event.id } });
  const again = async () => {
    try {
      const done = (await replay()).data?.replayStripeEvent;
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
          <chakra.span display="block" textAlign={{ lg: 'end' }} color="fg.muted">
            {attempts}
            <chakra.span display={{ lg: 'none' }}>{attempts === 1 ? ' try' : ' tries'}</chakra.span>
          </chakra.span>
        </Cell>
        <Cell area="when">
          <chakra.span color="fg.muted">
            <RelativeTime at={receivedAt} />
          </chakra.span>
        </Cell>
        <Cell area="actions">
          <RowActions
            of={`${type} ${objectId ?? stripeId}`}
            actions={[{ label: 'Replay', act: () => void again(), busy: loading }]}
          />
        </Cell>
      </chakra.div>
      {failure && (
        <chakra.p role="cell" aria-colspan={6} textStyle="sm" color="fg.muted" ps={{ lg: '7rem' }} pb={1}>
          {failure}
        </chakra.p>
      )}
    </chakra.div>
  );
}

const Cell = ({ area, children }: { area: string; children: React.ReactNode }) => (
  <chakra.div role="cell" gridArea={{ base: area, lg: 'auto' }} minW={0}>
    {children}
  </chakra.div>
);
