import { useMutation } from '@apollo/client/react';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { ResendDelivery } from './notifications.gql.ts';

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
