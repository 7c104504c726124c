import { useMutation } from '@apollo/client/react';
import { DeedDialog } from '#web/ui/DeedDialog.tsx';
import type { Entry } from './columns.tsx';
import { DeleteWaitlistEntry, WaitlistEntries, WaitlistFigures } from './waitlist.gql.ts';

type DeleteProps = { entry: Entry; onClose: () => void; onDeleted: () => void };

/** Asks first. */
export function DeleteEntry({ entry: { id, email }, onClose, onDeleted }: DeleteProps) {
  const [remove] = useMutation(DeleteWaitlistEntry, {
    refetchQueries: [WaitlistEntries, WaitlistFigures],
    awaitRefetchQueries: true,
  });
  const deed = async () => {
    await remove({ variables: { id } });
    onDeleted();
  };
  return (
    <DeedDialog
      title={`Delete ${email}?`}
      confirmLabel="Delete entry"
      onClose={onClose}
      deed={deed}
      success={{
        title: 'Entry deleted',
        description: `${email} is not on the waitlist any more.`,
        type: 'success',
      }}
      failure={{ title: 'Deletion Failed', fallback: 'Failed to delete the entry' }}
    >
      Nothing more is sent to this address. Whoever has it can join again.
    </DeedDialog>
  );
}
