import { useMutation } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { DeedDialog } from '#web/ui/DeedDialog.tsx';
import { DeleteMaintenanceWindow, MaintenanceWindows } from './maintenance.gql.ts';
import type { Window } from './window-words.ts';

type Props = { window: Window; onClose: () => void };

/** Asks before a window is deleted, by its name. */
export function DeleteWindow({ window, onClose }: Props) {
  const [remove] = useMutation(DeleteMaintenanceWindow, {
    variables: { id: window.id },
    refetchQueries: [MaintenanceWindows],
    awaitRefetchQueries: true,
  });
  return (
    <DeedDialog
      onClose={onClose}
      deed={() => remove()}
      success={{ title: 'Maintenance window deleted', type: 'success' }}
      failure={{
        title: 'Maintenance window not deleted',
        check: 'Reload the page to see whether the window was deleted.',
      }}
      title="Delete maintenance window"
      confirmLabel="Delete window"
    >
      <chakra.b fontWeight="semibold" color="fg" overflowWrap="anywhere">
        {window.name}
      </chakra.b>{' '}
      {window.activeUntil
        ? 'is on now and ends at once: what is wrong is told from now on.'
        : 'is gone for good. The history of alerts stays.'}
    </DeedDialog>
  );
}
