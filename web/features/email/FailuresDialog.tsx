import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import type { BroadcastFieldsFragment } from '#web/gql/graphql.ts';
import { sentence } from '#web/lib/sentence.ts';
import { DetailsDialog } from '#web/ui/DetailsDialog.tsx';
import { DownloadButton } from '#web/ui/DownloadButton.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { BroadcastFailures, ResendBroadcast } from './broadcast.gql.ts';
import { EmailUsage } from './email.gql.ts';

type Props = { broadcast: BroadcastFieldsFragment; onClose: () => void };

/** Whom a mail did not reach, and why. Only those that are known not to have got it can be tried again. */
export function FailuresDialog({ broadcast: { id, subject, failed, unsent }, onClose }: Props) {
  const { data, error, refetch } = useQuery(BroadcastFailures, {
    variables: { id },
    fetchPolicy: 'network-only',
  });
  const [resend, { loading }] = useMutation(ResendBroadcast, { refetchQueries: [EmailUsage] });
  const again = async () => {
    try {
      await resend({ variables: { id } });
      toast({
        title: 'Sending again',
        description: `It goes once more to ${unsent.toLocaleString()} of them.`,
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
            Send again to {unsent.toLocaleString()}
          </Button>
        )}
        <DownloadButton path={`/api/admin/broadcasts/${id}/failures/csv`} file="not-reached.csv">
          Download CSV
        </DownloadButton>
      </chakra.div>
      {unsent < failed && (
        <chakra.p color="fg.muted">
          Those of which it is not known whether they got it are not written to again, so that nobody gets it
          twice.
        </chakra.p>
      )}
      {!failures && error && (
        <LoadFailed title="The addresses could not be loaded" error={error} onRetry={refetch} />
      )}
      {!failures && !error && <SkeletonRows rows={3} />}
      {failures && (
        <chakra.ul
          aria-label="Addresses"
          listStyleType="none"
          borderWidth="1px"
          borderRadius="surface"
          css={{ '& > li + li': { borderTopWidth: '1px' } }}
        >
          {failures.map(({ id: key, address, reason }) => (
            <chakra.li key={key} px={4} py={2} overflowWrap="anywhere">
              <chakra.p fontWeight="medium">{address || 'Address removed'}</chakra.p>
              <chakra.p textStyle="sm" color="fg.muted">
                {sentence(reason)}
              </chakra.p>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
      {failures && failures.length < failed && (
        <chakra.p color="fg.muted">
          The first {failures.length.toLocaleString()} of {failed.toLocaleString()}; the CSV has them all.
        </chakra.p>
      )}
    </DetailsDialog>
  );
}
