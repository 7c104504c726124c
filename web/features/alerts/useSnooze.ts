import { useMutation } from '@apollo/client/react';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { toast } from '#web/ui/toaster.tsx';
import { SnoozeAlert, UnsnoozeAlert } from './alerts.gql.ts';
import { momentOf } from './moment.ts';

const fallback = 'Nothing was changed. Please try again.';

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
      toast({ title: 'Snoozing failed', description: sentenceOf(error, fallback), type: 'error' });
    }
  };
  const wake = async () => {
    try {
      await takeBack({ variables: { id } });
    } catch (error) {
      toast({ title: 'Undo failed', description: sentenceOf(error, fallback), type: 'error' });
    }
  };
  return { snooze, wake, busy: isSnoozing || isWaking };
}
