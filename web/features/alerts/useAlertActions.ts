import { useMutation } from '@apollo/client/react';
import { mayChange, useSession } from '#web/features/auth/useSession.ts';
import { graphql } from '#web/gql/index.ts';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { momentOf } from './alert-words.ts';
import type { ShownAlert } from './useCurrentAlerts.ts';

export const SnoozeAlert = graphql(`
  mutation SnoozeAlert($id: ID!, $minutes: Int!) {
    snoozeAlert(id: $id, minutes: $minutes) {
      ...AlertFields
    }
  }
`);

export const UnacknowledgeAlert = graphql(`
  mutation UnacknowledgeAlert($id: ID!) {
    unacknowledgeAlert(id: $id) {
      ...AlertFields
    }
  }
`);

export const UnsnoozeAlert = graphql(`
  mutation UnsnoozeAlert($id: ID!) {
    unsnoozeAlert(id: $id) {
      ...AlertFields
    }
  }
`);

/** What the user may undo on an alert. Viewers can't undo what others did. */
export function useRights({ acknowledgedAt, acknowledgedById, snoozedUntil, snoozedById }: ShownAlert) {
  const { user } = useSession();
  const may = (isDone: boolean, by: string | null | undefined) =>
    !isDone || mayChange(user) || by === user?.id;
  return {
    mayAcknowledge: may(acknowledgedAt != null, acknowledgedById),
    maySnooze: may(snoozedUntil != null, snoozedById),
  };
}

/** Removes an acknowledgement. A failure is shown in a toast. */
export function useUnacknowledge(id: string) {
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

const check = 'Reload the page to see whether the alert is snoozed.';

/** Snoozes one alert or ends its snooze. A failure is shown in a toast. */
export function useSnooze(id: string) {
  const [send, { loading: isSnoozing }] = useMutation(SnoozeAlert);
  const [takeBack, { loading: isWaking }] = useMutation(UnsnoozeAlert);
  const snooze = async (minutes: number) => {
    try {
      const { data } = await send({ variables: { id, minutes } });
      const until = data?.snoozeAlert.snoozedUntil;
      if (until) toast({ title: `Snoozed until ${momentOf(until)}`, type: 'success' });
    } catch (error) {
      toastFailure(error, { title: 'Snoozing failed', check });
    }
  };
  const wake = async () => {
    try {
      await takeBack({ variables: { id } });
    } catch (error) {
      toastFailure(error, { title: 'Undo failed', check });
    }
  };
  return { snooze, wake, busy: isSnoozing || isWaking };
}
