import { useMutation } from '@apollo/client/react';
import { chakra, Checkbox, Input, VisuallyHidden } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { useState } from 'react';
import { SiteLimitFields } from '#web/features/customers/SiteLimitFields.tsx';
import { graphql } from '#web/gql/index.ts';
import { addToList, removeEntity } from '#web/lib/cache.ts';
import { formatWeekday } from '#web/lib/format.ts';
import { zoneOptions } from '#web/lib/time-zones.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { LabeledSelect } from '#web/ui/LabeledSelect.tsx';
import { ActionDialog } from '#web/ui/ActionDialog.tsx';
import { EditDialog } from '#web/ui/EditDialog.tsx';
import { FieldShell } from '#web/ui/FieldShell.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { Muted } from '#web/ui/text.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import { PlaceFields } from './PlaceFields.tsx';
import { CreateMaintenanceWindow } from './useWindows.ts';
import { previewOf, toInput, toValues, type WindowPlace, type WindowValues } from './window-form.ts';
import { isWall, placesText, weekdayOf, weekdays, type Window } from './window-words.ts';

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

type Props = {
  window?: Window;
  /** Preselected for a new window. */
  place?: WindowPlace;
  onClose: () => void;
};

/** Creates a window, or edits an existing one. */
export function WindowDialog({ window, place, onClose }: Props) {
  const [now] = useState(() => new Date());
  const [create] = useMutation(CreateMaintenanceWindow, {
    update: (cache, { data }) =>
      data && addToList(cache, 'maintenanceWindows', data.createMaintenanceWindow, 'first'),
  });
  const [update] = useMutation(UpdateMaintenanceWindow);
  const save = async (values: Partial<WindowValues>) => {
    const input = toInput(values);
    await (window ? update({ variables: { id: window.id, input } }) : create({ variables: { input } }));
    onClose();
  };
  return (
    <EditDialog
      title={window ? 'Edit Maintenance Window' : 'New Maintenance Window'}
      description="During the window, alerts are recorded and shown, but no one is notified. Notifications for problems that remain go out when it ends."
      size="md"
      onClose={onClose}
      submit={window ? 'Save Window' : 'Create Window'}
      initial={toValues(window, now, place)}
      rules={rules}
      onSubmit={save}
      success={{ title: window ? 'Maintenance window saved' : 'Maintenance window created', type: 'success' }}
      failure={{ title: 'Error', fallback: 'We couldn’t save the maintenance window. Try again.' }}
    >
      <WindowFields now={now} places={window?.places ?? []} />
    </EditDialog>
  );
}

/** The window's scope and time, with a summary sentence. */
function WindowFields({ now, places }: { now: Date; places: Window['places'] }) {
  const { values } = useFormikContext<WindowValues>();
  const isWeekly = values.repeats === 'weekly';
  return (
    <>
      <TextField name="name" label="Name" autoFocus autoComplete="off" placeholder="Firmware updates" />
      {places.length > 0 ? (
        <Muted>For {placesText(places)}, as selected in Current Alerts.</Muted>
      ) : (
        <>
          <PlaceFields />
          <SiteLimitFields help="The window then only mutes sites of these customers, and sites with one of these tags." />
        </>
      )}
      <RepeatField />
      {isWeekly && <WeekdaysField />}
      <TextField
        name="startsAt"
        label={isWeekly ? 'First day and time' : 'Starts'}
        type="datetime-local"
        help="In the time zone below."
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

/** Confirms the deletion of a window. */
export function DeleteWindow({ window, onClose }: DeleteWindowProps) {
  const [remove] = useMutation(DeleteMaintenanceWindow, {
    variables: { id: window.id },
    update: (cache) => removeEntity(cache, window),
  });
  return (
    <ActionDialog
      onClose={onClose}
      action={() => remove()}
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
        ? 'is active and ends immediately. Open alerts notify from then on.'
        : 'will be permanently deleted. The alert history stays.'}
    </ActionDialog>
  );
}

/** How long a window lasts, in hours and minutes. */
function LengthField({ isWeekly }: { isWeekly: boolean }) {
  const { field, helpers, error } = useFormField<number | ''>('minutes');
  const total = Number(field.value) || 0;
  const [hours, setHours] = useState(String(Math.floor(total / 60)));
  const [minutes, setMinutes] = useState(String(total % 60));
  const set = (nextHours: string, nextMinutes: string) => {
    setHours(nextHours);
    setMinutes(nextMinutes);
    void helpers.setValue(Math.trunc(Number(nextHours)) * 60 + Math.trunc(Number(nextMinutes)) || '');
  };
  return (
    <FieldShell
      label="Duration"
      error={error}
      help={isWeekly ? '5 minutes to 24 hours.' : '5 minutes to 7 days (168 hours).'}
    >
      <chakra.div role="group" aria-label="Duration" display="flex" alignItems="center" gap={2}>
        <Part label="hours" value={hours} onChange={(next) => set(next, minutes)} isWrong={Boolean(error)} />
        <Part
          label="minutes"
          value={minutes}
          onChange={(next) => set(hours, next)}
          isWrong={Boolean(error)}
        />
      </chakra.div>
    </FieldShell>
  );
}

type PartProps = { label: string; value: string; onChange: (value: string) => void; isWrong: boolean };

const Part = ({ label, value, onChange, isWrong }: PartProps) => (
  <chakra.span display="inline-flex" alignItems="center" gap={2} me={2}>
    <Input
      id={`lasts-${label}`}
      type="number"
      inputMode="numeric"
      min={0}
      step={1}
      w={16}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
    <span aria-hidden>{label}</span>
  </chakra.span>
);

const choices = [
  { value: 'once', label: 'Once' },
  { value: 'weekly', label: 'Every week' },
] as const;

/** Once or weekly. Weekly windows default to the weekday of their start. */
function RepeatField() {
  const { values, setValues } = useFormikContext<WindowValues>();
  const choose = (next: string) => {
    const repeats = next === 'weekly' ? 'weekly' : 'once';
    const isFirst = repeats === 'weekly' && values.weekdays.length === 0 && isWall(values.startsAt);
    const weekdays = isFirst ? [weekdayOf(values.startsAt)] : values.weekdays;
    void setValues({ ...values, repeats, weekdays });
  };
  return <LabeledSelect label="Repeat" value={values.repeats} options={choices} onChange={choose} />;
}

/** The days of a weekly window. */
function WeekdaysField() {
  const { field, helpers, error } = useFormField<number[]>('weekdays');
  const choose = (day: number, chosen: boolean) =>
    void helpers.setValue(weekdays.filter((one) => (one === day ? chosen : field.value.includes(one))));
  return (
    <chakra.fieldset minW={0}>
      <chakra.legend fontWeight="medium" mb={2}>
        On
      </chakra.legend>
      <chakra.div display="flex" flexWrap="wrap" columnGap={5} rowGap={2.5}>
        {weekdays.map((day) => (
          <Checkbox.Root
            key={day}
            checked={field.value.includes(day)}
            invalid={Boolean(error)}
            onCheckedChange={({ checked }) => choose(day, checked === true)}
          >
            <Checkbox.HiddenInput />
            <Checkbox.Control>
              <Checkbox.Indicator />
            </Checkbox.Control>
            <Checkbox.Label>
              <span aria-hidden>{formatWeekday(day, 'short')}</span>
              <VisuallyHidden>{formatWeekday(day)}</VisuallyHidden>
            </Checkbox.Label>
          </Checkbox.Root>
        ))}
      </chakra.div>
      {error && (
        <chakra.p
          role="alert"
          mt={1.5}
          textStyle="sm"
          color="fg.error"
          display="flex"
          alignItems="center"
          gap={1.5}
        >
          <StateIcon state="critical" size={10} />
          {error}
        </chakra.p>
      )}
    </chakra.fieldset>
  );
}
