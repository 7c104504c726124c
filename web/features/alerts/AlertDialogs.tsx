import { useState } from 'react';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { EditDialog } from '#web/ui/EditDialog.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { snoozeRules } from './snooze-form.ts';
import { localInput, minutesUntil } from './snooze.ts';
import { useAddNote } from './useAlertActions.ts';

export const AlertDialogFields = graphql(`
  fragment AlertDialogFields on Alert {
    id
    message
    pastMessage
    acknowledgedAt
    acknowledgeNote
  }
`);

type NoteProps = { alert: FragmentType<typeof AlertDialogFields>; onClose: () => void };

/** Writes a note for colleagues on an alert, which also acknowledges it. */
export function NoteDialog({ alert, onClose }: NoteProps) {
  const { id, message, pastMessage, acknowledgedAt, acknowledgeNote } = readFragment(
    AlertDialogFields,
    alert,
  );
  const addNote = useAddNote(id);
  const [isAcknowledged] = useState(acknowledgedAt != null);
  const [initial] = useState(() => ({ note: acknowledgeNote ?? '' }));
  const send = async ({ note = '' }: { note?: string }) => {
    await addNote(note);
    onClose();
  };
  return (
    <EditDialog
      title={isAcknowledged ? 'Note' : 'Acknowledge alert'}
      description={pastMessage ?? message}
      initial={initial}
      rules={noteRules}
      onSubmit={send}
      failure={{
        title: isAcknowledged ? 'Saving the note failed' : 'Acknowledging failed',
        check: 'Reload the page to see whether the note was saved.',
      }}
      submit={isAcknowledged ? 'Save note' : 'Acknowledge'}
      onClose={onClose}
    >
      <TextField
        name="note"
        label="Note"
        optional={!isAcknowledged}
        help="Colleagues see it with your name and the time."
        autoComplete="off"
        autoFocus
      />
    </EditDialog>
  );
}

/** Default snooze: two hours, in milliseconds. */
const SUGGESTED = 2 * 3_600_000;

type SnoozeProps = {
  /** What is snoozed: a message, or how many alerts. */
  description: string;
  /** @returns whether the server answered */
  onSnooze: (minutes: number) => Promise<boolean>;
  onClose: () => void;
};

/** Snoozes alerts until a custom time. */
export function SnoozeDialog({ description, onSnooze, onClose }: SnoozeProps) {
  const [initial] = useState(() => ({ until: localInput(new Date(Date.now() + SUGGESTED)) }));
  const send = async ({ until }: { until: string }) => {
    if (await onSnooze(minutesUntil(new Date(until)))) onClose();
  };
  return (
    <EditDialog
      title="Snooze"
      description={description}
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
