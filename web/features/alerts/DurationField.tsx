import { chakra, Input } from '@chakra-ui/react';
import type { FocusEvent } from 'react';
import { FieldShell } from '#web/ui/FieldShell.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import { durationOf } from './rule-form.ts';

/** Minutes that the condition must hold. What is not a number becomes the default once the field is left. */
export function DurationField() {
  const { field, helpers, error } = useFormField<number | ''>('duration');
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    field.onBlur(event);
    const minutes = durationOf(field.value);
    if (minutes !== field.value) void helpers.setValue(minutes);
  };
  return (
    <FieldShell
      label="Duration (minutes)"
      help="How long the condition must hold before an alert is raised: 1 to 1440."
      error={error}
    >
      <chakra.div maxW={32} w="full">
        <Input {...field} onBlur={leave} type="number" inputMode="numeric" step={1} />
      </chakra.div>
    </FieldShell>
  );
}
