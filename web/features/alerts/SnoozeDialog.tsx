import { useMutation } from '@apollo/client/react';
import { EditDialog } from '#web/ui/EditDialog.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { SnoozeAlert } from './alerts.gql.ts';
import type { ShownAlert } from './fold-alerts.ts';
import { snoozeRules } from './snooze-form.ts';
import { localInput, minutesUntil } from './snooze.ts';

/** Two hours, as a beginning, in milliseconds. */
const SUGGESTED = 2 * 3_600_000;

type Props = { alert: ShownAlert; onClose: () => void };

/** Snoozes an alert until a time of the person's own. */
export function SnoozeDialog({ alert: { id, message, pastMessage }, onClose }: Props) {
  const [snooze] = useMutation(SnoozeAlert);
  const send = async ({ until }: { until: string }) => {
    await snooze({ variables: { id, minutes: minutesUntil(new Date(until)) } });
    onClose();
  };
  return (
    <EditDialog
      title="Snooze alert"
      description={pastMessage ?? message}
      initial={{ until: localInput(new Date(Date.now() + SUGGESTED)) }}
      rules={snoozeRules}
      onSubmit={send}
      failure={{ title: 'Snoozing failed', check: 'Reload the page to see whether the alert was snoozed.' }}
      submit="Snooze"
      onClose={onClose}
    >
      <TextField
        name="until"
        label="Until"
        type="datetime-local"
        help="No one is notified again until then. If the problem persists, notifications resume."
        autoFocus
      />
    </EditDialog>
  );
}
