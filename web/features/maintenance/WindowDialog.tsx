import { useMutation } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { useState } from 'react';
import { graphql } from '#web/gql/index.ts';
import { zoneOptions } from '#web/lib/time-zones.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { DeedDialog } from '#web/ui/DeedDialog.tsx';
import { EditDialog } from '#web/ui/EditDialog.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { CreateMaintenanceWindow, MaintenanceWindows } from './maintenance.gql.ts';
import { PlaceFields } from './PlaceFields.tsx';
import { LengthField, RepeatField, WeekdaysField } from './ScheduleFields.tsx';
import { previewOf, toInput, toValues, type WindowValues } from './window-form.ts';
import type { Window } from './window-words.ts';

export const UpdateMaintenanceWindow = graphql(`
  mutation UpdateMaintenanceWindow($id: ID!, $input: MaintenanceWindowChanges!) {
    updateMaintenanceWindow(id: $id, input: $input) {
      ...MaintenanceWindowFields
    }
  }
`);

export const DeleteMaintenanceWindow = graphql(`
  mutation DeleteMaintenanceWindow($id: ID!) {
    deleteMaintenanceWindow(id: $id)
  }
`);

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

/** Where and when nobody is told, with the sentence that it makes. */
function WindowFields({ now }: { now: Date }) {
  const { values } = useFormikContext<WindowValues>();
  const isWeekly = values.repeats === 'weekly';
  return (
    <>
      <TextField name="name" label="Name" autoFocus autoComplete="off" placeholder="Firmware updates" />
      <PlaceFields />
      <RepeatField />
      {isWeekly && <WeekdaysField />}
      <TextField
        name="startsAt"
        label={isWeekly ? 'First day and time' : 'Starts'}
        type="datetime-local"
        help="On the clocks of the time zone below."
      />
      <LengthField isWeekly={isWeekly} />
      <SelectField name="timeZone" label="Time zone" options={zoneOptions(values.timeZone)} />
      {isWeekly && <TextField name="lastDay" label="Last day" optional type="date" />}
      <chakra.p role="status" minH={5} fontWeight="medium" fontVariantNumeric="tabular-nums">
        {previewOf(values, now)}
      </chakra.p>
    </>
  );
}

type DeleteWindowProps = { window: Window; onClose: () => void };

/** Asks before a window is deleted, by its name. */
export function DeleteWindow({ window, onClose }: DeleteWindowProps) {
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
