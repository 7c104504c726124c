import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import type { BroadcastFieldsFragment } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { formatNumber } from '#web/lib/format.ts';
import { sentence } from '#web/lib/sentence.ts';
import { inBackground } from '#web/lib/background-request.ts';
import { DetailsDialog } from '#web/ui/DetailsDialog.tsx';
import { DownloadButton } from '#web/ui/DownloadButton.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { CardPart } from '#web/ui/SettingsCard.tsx';
import type { State } from '#web/ui/StateIcon.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { DividedList } from '#web/ui/Card.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { EmailUsage } from './email.gql.ts';

export const BroadcastFields = graphql(`
  fragment BroadcastFields on Broadcast {
    id
    subject
    recipientCount
    sent
    failed
    waiting
    unsent
    sentBy
    createdAt
  }
`);

const BroadcastFailures = graphql(`
  query BroadcastFailures($id: ID!) {
    broadcastFailures(id: $id) {
      id
      address
      reason
      isUnsent
    }
  }
`);

const ResendBroadcast = graphql(`
  mutation ResendBroadcast($id: ID!) {
    resendBroadcast(id: $id) {
      ...BroadcastFields
    }
  }
`);

export const Broadcasts = graphql(`
  query Broadcasts {
    broadcasts {
      ...BroadcastFields
    }
  }
`);

/** Polling interval in milliseconds while an email is being sent. */
const POLL_INTERVAL_MS = 2000;

/** The latest emails to the waitlist and their progress. Sending continues without this screen. */
export function Broadcasting() {
  const { data, error, refetch, client } = useQuery(Broadcasts, { fetchPolicy: 'cache-and-network' });
  const [shown, setShown] = useState<string>();
  const isGoing =
    (data && readFragment(BroadcastFields, data.broadcasts))?.some(({ waiting }) => waiting > 0) ?? false;
  useEffect(() => {
    if (!isGoing) return;
    const again = () =>
      inBackground(
        () => void client.refetchQueries({ include: [Broadcasts, EmailUsage] }).catch(() => undefined),
      );
    const timer = setInterval(again, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isGoing, client]);
  if (!data && error)
    return <LoadFailed title="We couldn’t load the sent emails" error={error} onRetry={refetch} />;
  if (!data || readFragment(BroadcastFields, data.broadcasts).length === 0) return null;
  const open = readFragment(BroadcastFields, data.broadcasts).find(({ id }) => id === shown);
  return (
    <CardPart title="Sent so far" description="Kept for 90 days.">
      <DividedList aria-label="Emails to the waitlist" borderWidth="1px" borderRadius="surface">
        {readFragment(BroadcastFields, data.broadcasts).map((one) => (
          <Sending key={one.id} broadcast={one} onShow={() => setShown(one.id)} />
        ))}
      </DividedList>
      {open && <FailuresDialog broadcast={open} onClose={() => setShown(undefined)} />}
    </CardPart>
  );
}

type Props = { broadcast: BroadcastFieldsFragment; onShow: () => void };

function Sending({ broadcast, onShow }: Props) {
  const { subject, recipientCount, sent, failed, sentBy, createdAt } = broadcast;
  const { state, word } = standingOf(broadcast);
  return (
    <chakra.li px={4} py={3} display="flex" flexDirection="column" gap={2}>
      <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" columnGap={4} rowGap={1}>
        <chakra.p fontWeight="medium" overflowWrap="anywhere" minW={0}>
          {subject}
        </chakra.p>
        <StatusDot state={state} word={word} />
      </chakra.div>
      <chakra.div
        role="progressbar"
        aria-label={`Sending ${subject}`}
        aria-valuemin={0}
        aria-valuemax={recipientCount}
        aria-valuenow={sent + failed}
        aria-valuetext={`${sent + failed} of ${recipientCount}`}
        display="flex"
        h="6px"
        borderRadius="full"
        bg="bg.subtle"
        overflow="hidden"
      >
        <Part of={recipientCount} count={sent} bg="brand.solid" />
        <Part of={recipientCount} count={failed} bg="state.error" />
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={3} rowGap={1}>
        <Hint overflowWrap="anywhere" flex="1 1 16rem">
          {formatNumber(sent)} of {formatNumber(recipientCount)} sent · {sentBy} ·{' '}
          <RelativeTime at={createdAt} />
        </Hint>
        {failed > 0 && (
          <Button
            variant="outline"
            size="sm"
            onClick={onShow}
            aria-label={`Show failed recipients of ${subject}`}
          >
            Show {formatNumber(failed)} failed
          </Button>
        )}
      </chakra.div>
    </chakra.li>
  );
}

const Part = ({ count, of, bg }: { count: number; of: number; bg: string }) => (
  <chakra.span bg={bg} style={{ width: `${(100 * count) / Math.max(of, 1)}%` }} />
);

function standingOf({ waiting, failed }: BroadcastFieldsFragment): { state: State; word: string } {
  if (waiting > 0) return { state: 'info', word: `${formatNumber(waiting)} waiting` };
  if (failed > 0) return { state: 'error', word: `${formatNumber(failed)} failed` };
  return { state: 'ok', word: 'Sent' };
}

type FailuresDialogProps = { broadcast: BroadcastFieldsFragment; onClose: () => void };

/** The recipients that an email didn't reach, and why. Only definite failures can be retried. */
function FailuresDialog({ broadcast: { id, subject, failed, unsent }, onClose }: FailuresDialogProps) {
  const { data, error, refetch } = useQuery(BroadcastFailures, {
    variables: { id },
    fetchPolicy: 'network-only',
  });
  const [resend, { loading }] = useMutation(ResendBroadcast, { refetchQueries: [EmailUsage] });
  const again = async () => {
    try {
      await resend({ variables: { id } });
      toast({
        title: 'Resending',
        description: `Resending to ${formatNumber(unsent)} recipients.`,
        type: 'success',
      });
      onClose();
    } catch (failure) {
      toastFailure(failure, { title: 'Error', fallback: 'Failed to send waitlist email' });
    }
  };
  const failures = data?.broadcastFailures;
  return (
    <DetailsDialog title={`Not reached: ${subject}`} onClose={onClose}>
      <chakra.div display="flex" flexWrap="wrap" gap={3}>
        {unsent > 0 && (
          <Button aria-disabled={loading || undefined} onClick={() => !loading && void again()}>
            Resend to {formatNumber(unsent)}
          </Button>
        )}
        <DownloadButton path={`/api/admin/broadcasts/${id}/failures/csv`} file="not-reached.csv">
          Download CSV
        </DownloadButton>
      </chakra.div>
      {unsent < failed && (
        <Muted>Recipients who may have received it are left out, so that no one gets it twice.</Muted>
      )}
      {!failures && error && (
        <LoadFailed title="We couldn’t load the addresses" error={error} onRetry={refetch} />
      )}
      {!failures && !error && <SkeletonRows rows={3} />}
      {failures && (
        <DividedList aria-label="Addresses" borderWidth="1px" borderRadius="surface">
          {failures.map(({ id: key, address, reason }) => (
            <chakra.li key={key} px={4} py={2} overflowWrap="anywhere">
              <chakra.p fontWeight="medium">{address || 'Address removed'}</chakra.p>
              <Hint>{sentence(reason)}</Hint>
            </chakra.li>
          ))}
        </DividedList>
      )}
      {failures && failures.length < failed && (
        <Muted>
          The first {formatNumber(failures.length)} of {formatNumber(failed)}. Download the CSV for all of
          them.
        </Muted>
      )}
    </DetailsDialog>
  );
}
