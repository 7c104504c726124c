import { useMutation } from '@apollo/client/react';
import { EditDialog } from '#web/ui/EditDialog.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { noteRules } from './acknowledge-form.ts';
import { AcknowledgeAlert } from './alerts.gql.ts';
import type { ShownAlert } from './fold-alerts.ts';

type Props = { alert: ShownAlert; onClose: () => void };

/** Says that the person sees to an alert, with a note for colleagues if they want. */
export function AcknowledgeDialog({ alert: { id, message, pastMessage }, onClose }: Props) {
  const [acknowledge] = useMutation(AcknowledgeAlert);
  const send = async ({ note }: { note?: string }) => {
    await acknowledge({ variables: { id, note } });
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
