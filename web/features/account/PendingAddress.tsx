import { useMutation } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { dayAndTime } from '#web/lib/dates.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { CancelEmailChange, PendingEmail } from './account.gql.ts';

type Props = { email: string; expiresAt: string; onSendAgain: () => void };

/** A new address that was mailed a link: until when it waits, and the ways out. */
export function PendingAddress({ email, expiresAt, onSendAgain }: Props) {
  const [cancel, { loading }] = useMutation(CancelEmailChange, {
    refetchQueries: [PendingEmail],
    awaitRefetchQueries: true,
  });
  const send = async () => {
    try {
      await cancel();
      toast({ title: 'Change cancelled', description: 'Your address stays as it is.', type: 'success' });
    } catch (error) {
      toastFailure(error, {
        title: 'Update failed',
        check: 'Reload the page to see whether the change was canceled.',
      });
    }
  };
  return (
    <Notice state="info" title={`Waiting for confirmation of ${email}`}>
      <p>The link in its mailbox is good until {dayAndTime(new Date(expiresAt))}.</p>
      <chakra.div display="flex" flexWrap="wrap" gap={2} mt={3}>
        <Button variant="outline" size="sm" onClick={onSendAgain}>
          Send again
        </Button>
        <Button
          variant="outline"
          size="sm"
          aria-label={`Cancel the change to ${email}`}
          aria-disabled={loading || undefined}
          onClick={() => !loading && void send()}
        >
          Cancel
        </Button>
      </chakra.div>
    </Notice>
  );
}
