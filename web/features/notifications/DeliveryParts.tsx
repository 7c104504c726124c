import { useMutation } from '@apollo/client/react';
import { chakra, Stack } from '@chakra-ui/react';
import type { DeliveriesQuery, DeliveryFieldsFragment } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { formatExactTime } from '#web/lib/format.ts';
import type { Unmasked } from '#web/lib/unmasked.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { Muted } from '#web/ui/text.tsx';
import { effectiveStatus, explanationOf, statusWords, took } from './delivery-words.ts';

export const ResendDelivery = graphql(`
  mutation ResendDelivery($id: ID!) {
    resendDelivery(id: $id) {
      ...DeliveryFields
    }
  }
`);

/** A delivery's attempts: time, duration, result and response. */
export const Attempts = ({ id, attempts }: { id: string; attempts: LoggedDelivery['attemptLog'] }) => (
  <Stack
    as="ol"
    id={id}
    aria-label="Attempts"
    listStyleType="none"
    mt={1}
    borderStartWidth="2px"
    ps={3}
    gap={2.5}
    textStyle="sm"
  >
    {attempts.map(({ id: attempt, at, durationMs, status, outcome, answer }) => (
      <li key={attempt}>
        <Muted>
          <time dateTime={at}>{formatExactTime(new Date(at))}</time>
          {` · ${took(durationMs)}`}
          {status != null && ` · HTTP ${status}`}
        </Muted>
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
            aria-label="Response"
          >
            {answer}
          </chakra.pre>
        )}
      </li>
    ))}
  </Stack>
);

/** A delivery's status as shape, word and color. */
export const DeliveryStatusMark = ({ delivery }: { delivery: DeliveryFieldsFragment }) => (
  <StatusDot {...statusWords[effectiveStatus(delivery)]} />
);

/** Why a delivery has its status and what comes next. Renders nothing if the status is self-explanatory. */
export function DeliveryReason({ delivery }: { delivery: DeliveryFieldsFragment }) {
  const why = explanationOf(delivery);
  if (!why) return null;
  return (
    <chakra.p textStyle="sm" color={effectiveStatus(delivery) === 'failed' ? 'fg' : 'fg.muted'}>
      {why}
    </chakra.p>
  );
}

/** Resends a failed or waiting delivery and shows the result. */
export function useResend(id: string): { resending: boolean; resend: () => Promise<void> } {
  const [run, { loading }] = useMutation(ResendDelivery, { variables: { id } });
  const resend = async () => {
    try {
      await run();
      toast({ title: 'Resending', description: 'Its status updates automatically.', type: 'success' });
    } catch (error) {
      toastFailure(error, {
        title: 'Resend failed',
        check: 'Reload the page to see whether the message was sent.',
      });
    }
  };
  return { resending: loading, resend };
}

export type LoggedDelivery = Unmasked<DeliveriesQuery['deliveries']['nodes'][number]>;
