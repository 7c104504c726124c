import { chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { zoneOptions } from '#web/lib/time-zones.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { LengthField } from './LengthField.tsx';
import { PlaceFields } from './PlaceFields.tsx';
import { RepeatField } from './RepeatField.tsx';
import { WeekdaysField } from './WeekdaysField.tsx';
import { previewOf, type WindowValues } from './window-form.ts';

/** Where and when nobody is told, with the sentence that it makes. */
export function WindowFields({ now }: { now: Date }) {
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
