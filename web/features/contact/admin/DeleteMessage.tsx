import { useMutation } from '@apollo/client/react';
import { DeedDialog } from '#web/ui/DeedDialog.tsx';
import { ContactFigures, ContactInbox, DeleteContactSubmission } from './inbox.gql.ts';
import type { Message } from './states.ts';

type Props = { message: Message; onClose: () => void; onDeleted: () => void };

/** The documented question before a message goes for good. */
export function DeleteMessage({ message: { id, name, subject }, onClose, onDeleted }: Props) {
  const [remove] = useMutation(DeleteContactSubmission, {
    refetchQueries: [ContactInbox, ContactFigures],
    awaitRefetchQueries: true,
  });
  const deed = async () => {
    await remove({ variables: { id } });
    onDeleted();
  };
  return (
    <DeedDialog
      title="Are you sure you want to delete this submission?"
      confirmLabel="Delete submission"
      onClose={onClose}
      deed={deed}
      success={{ title: 'Submission Deleted', description: 'The message is gone for good.', type: 'success' }}
      failure={{ title: 'Deletion Failed', fallback: 'Failed to delete submission' }}
    >
      “{subject}” of {name} goes for good, with its notes and the replies that are kept here.
    </DeedDialog>
  );
}
