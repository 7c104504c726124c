import { useMutation } from '@apollo/client/react';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { SnoozeAlert, UnsnoozeAlert } from './alerts.gql.ts';
import { momentOf } from './moment.ts';

const check = 'Reload the page to see whether the alert is snoozed.';

/** Snoozes one alert and takes that back; a failure is said in a toast. */
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
