import { useMutation } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import type { DeliveriesQuery, DeliveryFieldsFragment } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { exactTime } from '#web/lib/dates.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { effectiveStatus, explanationOf, statusWords, took } from './delivery-words.ts';

export const ResendDelivery = graphql(`
  mutation ResendDelivery($id: ID!) {
    resendDelivery(id: $id) {
      ...DeliveryFields
    }
  }
`);

/** Each try of a delivery: when, how long, what came of it and what was answered. */
export const Attempts = ({ id, attempts }: { id: string; attempts: LoggedDelivery['attemptLog'] }) => (
  <chakra.ol
    id={id}
    aria-label="Attempts"
    listStyleType="none"
    mt={1}
    borderStartWidth="2px"
    ps={3}
    display="flex"
    flexDirection="column"
    gap={2.5}
    textStyle="sm"
  >
    {attempts.map(({ id: attempt, at, durationMs, status, outcome, answer }) => (
      <li key={attempt}>
        <chakra.p color="fg.muted">
          <time dateTime={at}>{exactTime(new Date(at))}</time>
          {` · ${took(durationMs)}`}
          {status != null && ` · HTTP ${status}`}
        </chakra.p>
        <p>{outcome}</p>
        {answer && (
          <chakra.pre
            mt={1}
            px={2}
            py={1.5}
            maxH={32}
            overflowY="auto"
            borderRadius="control"
            bg="bg.subtle"
            fontFamily="mono"
            textStyle="xs"
            whiteSpace="pre-wrap"
            tabIndex={0}
            aria-label="Answer"
          >
            {answer}
          </chakra.pre>
        )}
      </li>
    ))}
  </chakra.ol>
);

/** What became of a delivery: shape, word and colour. */
export const DeliveryStatusMark = ({ delivery }: { delivery: DeliveryFieldsFragment }) => (
  <StatusDot {...statusWords[effectiveStatus(delivery)]} />
);

/** Why a delivery stands as it does, and what comes next; nothing where its status says it all. */
export function DeliveryReason({ delivery }: { delivery: DeliveryFieldsFragment }) {
  const why = explanationOf(delivery);
  if (!why) return null;
  return (
    <chakra.p textStyle="sm" color={effectiveStatus(delivery) === 'failed' ? 'fg' : 'fg.muted'}>
      {why}
    </chakra.p>
  );
}

/** Sends a delivery that failed, or that would be tried later, once more, and says what came of it. Its new state takes the old one's place. */
export function useResend(id: string): { resending: boolean; resend: () => Promise<void> } {
  const [run, { loading }] = useMutation(ResendDelivery, { variables: { id } });
  const resend = async () => {
    try {
      await run();
      toast({ title: 'Sending again', description: 'Its state shows what comes of it.', type: 'success' });
    } catch (error) {
      toastFailure(error, {
        title: 'Resend failed',
        check: 'Reload the page to see whether the message was sent.',
      });
    }
  };
  return { resending: loading, resend };
}

export type LoggedDelivery = DeliveriesQuery['deliveries']['nodes'][number];
