import { Button, Stack } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { here, presentName, zoneOptions, zoneWords } from '#web/lib/time-zones.ts';
import { SelectField } from './SelectField.tsx';

type Props = {
  label: string;
  help: string;
  /** Label of the option `''`, if no zone has been chosen. */
  unset?: string | undefined;
};

/** The field `timeZone` of a form. The browser's own zone is one click away. */
export function TimeZoneField({ label, help, unset }: Props) {
  const { values, setFieldValue } = useFormikContext<{ timeZone: string }>();
  return (
    <Stack alignItems="start" gap={2} maxW="20rem">
      <SelectField name="timeZone" label={label} help={help} options={zoneOptions(values.timeZone, unset)} />
      {presentName(values.timeZone) !== here && (
        <Button variant="outline" size="sm" onClick={() => void setFieldValue('timeZone', here)}>
          Use {zoneWords(here)}
        </Button>
      )}
    </Stack>
  );
}
