import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { yupFor } from '#web/lib/yup-for.ts';
import { EditDialog } from '#web/ui/EditDialog.tsx';
import { CreateMaintenanceWindow, MaintenanceWindows, UpdateMaintenanceWindow } from './maintenance.gql.ts';
import { toInput, toValues, type WindowValues } from './window-form.ts';
import type { Window } from './window-words.ts';
import { WindowFields } from './WindowFields.tsx';

const rules = yupFor('MaintenanceWindowInput');

type Props = { window?: Window; onClose: () => void };

/** Makes a window, or edits the one it is given. */
export function WindowDialog({ window, onClose }: Props) {
  const [now] = useState(() => new Date());
  const [create] = useMutation(CreateMaintenanceWindow, {
    refetchQueries: [MaintenanceWindows],
    awaitRefetchQueries: true,
  });
  const [update] = useMutation(UpdateMaintenanceWindow);
  const save = async (values: WindowValues) => {
    const input = toInput(values);
    await (window ? update({ variables: { id: window.id, input } }) : create({ variables: { input } }));
    onClose();
  };
  return (
    <EditDialog
      title={window ? 'Edit Maintenance Window' : 'New Maintenance Window'}
      description="Alerts are recorded and shown meanwhile, but nobody is told. What is still wrong at its end is told then."
      size="md"
      onClose={onClose}
      submit={window ? 'Save Window' : 'Create Window'}
      initial={toValues(window, now)}
      rules={rules}
      onSubmit={save}
      success={{ title: window ? 'Maintenance window saved' : 'Maintenance window created', type: 'success' }}
      failure={{ title: 'Error', fallback: 'The maintenance window could not be saved. Please try again.' }}
    >
      <WindowFields now={now} />
    </EditDialog>
  );
}
