import { Button, chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { here, presentName, zoneOptions, zoneWords } from '#web/lib/time-zones.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { PreferenceValues } from './preferences-form.ts';

/** When nothing is to be sent, in the person's own time. */
export function QuietHoursFields() {
  const { values, setFieldValue } = useFormikContext<PreferenceValues>();
  return (
    <>
      <SwitchField name="quietHours" label="Keep quiet every day" />
      {values.quietHours && (
        <>
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
          <chakra.div maxW="20rem">
            <SelectField name="timeZone" label="Time zone" options={zoneOptions(values.timeZone)} />
          </chakra.div>
          {presentName(values.timeZone) !== here && (
            <div>
              <Button variant="outline" size="sm" onClick={() => void setFieldValue('timeZone', here)}>
                Use {zoneWords(here)}
              </Button>
            </div>
          )}
        </>
      )}
    </>
  );
}
