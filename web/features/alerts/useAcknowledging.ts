import { useMutation } from '@apollo/client/react';
import { mayChange, useSession } from '#web/features/auth/useSession.ts';
import { toastFailure } from '#web/ui/toaster.tsx';
import { UnacknowledgeAlert } from './alerts.gql.ts';
import type { ShownAlert } from './fold-alerts.ts';

/** What the person may do with what was done to an alert: a viewer takes back nothing that others did. */
export function useRights({ acknowledgedAt, acknowledgedById, snoozedUntil, snoozedById }: ShownAlert) {
  const { user } = useSession();
  const may = (isDone: boolean, by: string | null | undefined) =>
    !isDone || mayChange(user) || by === user?.id;
  return {
    mayAcknowledge: may(acknowledgedAt != null, acknowledgedById),
    maySnooze: may(snoozedUntil != null, snoozedById),
  };
}

/** Takes an acknowledgement back; a failure is said in a toast. */
export function useTakeBack(id: string) {
  const [takeBack, { loading }] = useMutation(UnacknowledgeAlert);
  const undo = async () => {
    try {
      await takeBack({ variables: { id } });
    } catch (error) {
      toastFailure(error, {
        title: 'Undo failed',
        check: 'Reload the page to see whether the acknowledgement was removed.',
      });
    }
  };
  return { undo, undoing: loading };
}
