import { chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { PreferenceValues } from './preferences-form.ts';

/** When nothing is sent, in the person's time zone. */
export function QuietHoursFields() {
  const { values } = useFormikContext<PreferenceValues>();
  return (
    <>
      <SwitchField name="quietHours" label="Keep quiet every day" />
      {values.quietHours && (
        <chakra.div
          display="grid"
          gridTemplateColumns="repeat(auto-fit, minmax(8.5rem, 1fr))"
          gap={4}
          alignItems="start"
          maxW="20rem"
        >
          <TextField name="quietFrom" label="From" type="time" />
          <TextField name="quietUntil" label="Until" type="time" />
        </chakra.div>
      )}
    </>
  );
}
