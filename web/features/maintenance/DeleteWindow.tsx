import { useMutation } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { DeleteMaintenanceWindow, MaintenanceWindows } from './maintenance.gql.ts';
import type { Window } from './window-words.ts';

type Props = { window: Window; onClose: () => void };

/** Asks before a window is deleted, by its name. */
export function DeleteWindow({ window, onClose }: Props) {
  const [remove] = useMutation(DeleteMaintenanceWindow, {
    refetchQueries: [MaintenanceWindows],
    awaitRefetchQueries: true,
  });
  const confirm = async () => {
    try {
      await remove({ variables: { id: window.id } });
      toast({ title: 'Maintenance window deleted', type: 'success' });
    } catch (error) {
      const description = sentenceOf(error, 'Nothing was changed. Please try again.');
      toast({ title: 'Maintenance window not deleted', description, type: 'error' });
    }
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title="Delete maintenance window"
      confirmLabel="Delete window"
    >
      <chakra.b fontWeight="semibold" color="fg" overflowWrap="anywhere">
        {window.name}
      </chakra.b>{' '}
      {window.activeUntil
        ? 'is on now and ends at once: what is wrong is told from now on.'
        : 'is gone for good. The history of alerts stays.'}
    </ConfirmDialog>
  );
}
