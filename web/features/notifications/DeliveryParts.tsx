import { useMutation } from '@apollo/client/react';
import { chakra, Stack } from '@chakra-ui/react';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { formatExactTime } from '#web/lib/format.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { Muted } from '#web/ui/text.tsx';
import { effectiveStatus, explanationOf, statusWords, took } from './delivery-words.ts';

export const ResendDelivery = graphql(`
  mutation ResendDelivery($id: ID!) {
    resendDelivery(id: $id) {
      id
      attempts
      sentAt
      ...DeliveryStatusFields
      ...DeliveryReasonFields
    }
  }
`);

export const AttemptFields = graphql(`
  fragment AttemptFields on DeliveryAttempt {
    id
    at
    durationMs
    status
    outcome
    answer
  }
`);

type AttemptsProps = { id: string; attempts: readonly FragmentType<typeof AttemptFields>[] };

/** A delivery's attempts: time, duration, result and response. */
export const Attempts = ({ id, attempts }: AttemptsProps) => (
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
    {readFragment(AttemptFields, attempts).map(({ id: attempt, at, durationMs, status, outcome, answer }) => (
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

export const DeliveryStatusFields = graphql(`
  fragment DeliveryStatusFields on Delivery {
    status
    summary {
      id
      status
    }
  }
`);

/** A delivery's status as shape, word and color. */
export const DeliveryStatusMark = (props: { delivery: FragmentType<typeof DeliveryStatusFields> }) => (
  <StatusDot {...statusWords[effectiveStatus(readFragment(DeliveryStatusFields, props.delivery))]} />
);

export const DeliveryReasonFields = graphql(`
  fragment DeliveryReasonFields on Delivery {
    status
    reason
    notBefore
    pausedUntil
    summary {
      id
      status
      reason
      notBefore
      alerts
    }
  }
`);

/** Why a delivery has its status and what comes next. Renders nothing if the status is self-explanatory. */
export function DeliveryReason(props: { delivery: FragmentType<typeof DeliveryReasonFields> }) {
  const delivery = readFragment(DeliveryReasonFields, props.delivery);
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
