import { useState } from 'react';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { EditDialog } from '#web/ui/EditDialog.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { snoozeRules } from './snooze-form.ts';
import { localInput, minutesUntil } from './snooze.ts';
import { useAcknowledge, useSnooze } from './useAlertActions.ts';

export const AlertDialogFields = graphql(`
  fragment AlertDialogFields on Alert {
    id
    message
    pastMessage
  }
`);

type Props = { alert: FragmentType<typeof AlertDialogFields>; onClose: () => void };

/** Acknowledges an alert, with an optional note for colleagues. */
export function AcknowledgeDialog({ alert, onClose }: Props) {
  const { id, message, pastMessage } = readFragment(AlertDialogFields, alert);
  const acknowledge = useAcknowledge(id);
  const send = async ({ note }: { note?: string }) => {
    await acknowledge(note);
    onClose();
  };
  return (
    <EditDialog
      title="Acknowledge alert"
      description={pastMessage ?? message}
      initial={{ note: '' }}
      rules={noteRules}
      onSubmit={send}
      failure={{
        title: 'Acknowledging failed',
        check: 'Reload the page to see whether the alert was acknowledged.',
      }}
      submit="Acknowledge"
      onClose={onClose}
    >
      <TextField
        name="note"
        label="Note"
        optional
        help="Colleagues see it with your name and the time."
        autoComplete="off"
        autoFocus
      />
    </EditDialog>
  );
}

/** Default snooze: two hours, in milliseconds. */
const SUGGESTED = 2 * 3_600_000;

/** Snoozes an alert until a custom time. */
export function SnoozeDialog({ alert, onClose }: Props) {
  const { id, message, pastMessage } = readFragment(AlertDialogFields, alert);
  const { snooze } = useSnooze(id);
  const [initial] = useState(() => ({ until: localInput(new Date(Date.now() + SUGGESTED)) }));
  const send = async ({ until }: { until: string }) => {
    await snooze(minutesUntil(new Date(until)));
    onClose();
  };
  return (
    <EditDialog
      title="Snooze alert"
      description={pastMessage ?? message}
      initial={initial}
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

const noteRules = yupFor('acknowledgeAlert').pick(['note']);
