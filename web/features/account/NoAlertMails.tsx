import { useMutation, useQuery } from '@apollo/client/react';
import { Button } from '@chakra-ui/react';
import { Notice } from '#web/ui/Notice.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { OwnAlertMails, SubscribeToAlertMails } from './account.gql.ts';

/** Whoever unsubscribed by the link of a mail gets none, whatever else they choose, until they say so here. */
export function NoAlertMails() {
  const { data } = useQuery(OwnAlertMails, { fetchPolicy: 'cache-and-network' });
  const [subscribe, { loading }] = useMutation(SubscribeToAlertMails, {
    refetchQueries: [OwnAlertMails],
    awaitRefetchQueries: true,
  });
  if (!data?.unsubscribedFromAlertMails) return null;
  const again = async () => {
    try {
      await subscribe();
      toast({ title: 'You get alert mails of this team again', type: 'success' });
    } catch (error) {
      toastFailure(error, {
        title: 'Update failed',
        check: 'Reload the page to see whether you’re subscribed again.',
      });
    }
  };
  return (
    <Notice
      state="info"
      title="You have unsubscribed from alert mails of this team"
      action={
        <Button
          size="sm"
          variant="outline"
          aria-disabled={loading || undefined}
          onClick={() => !loading && void again()}
        >
          Subscribe again
        </Button>
      }
    >
      None come to your address, whatever you choose below.
    </Notice>
  );
}
