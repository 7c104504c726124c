import { useMutation } from '@apollo/client/react';
import { mayChange, useSession } from '#web/features/auth/useSession.ts';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { toast } from '#web/ui/toaster.tsx';
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
      const description = sentenceOf(error, 'Nothing was changed. Please try again.');
      toast({ title: 'Undo failed', description, type: 'error' });
    }
  };
  return { undo, undoing: loading };
}
