import { Field, Switch } from '@chakra-ui/react';
import { StateIcon } from './StateIcon.tsx';
import { useFormField } from './useFormField.ts';
import type { FieldProps } from './FieldShell.tsx';

/** Something in a form that is on or off. */
export function SwitchField({ name, label, help, disabled }: Omit<FieldProps, 'optional'>) {
  const { field, helpers, error } = useFormField<boolean>(name);
  return (
    <Field.Root invalid={Boolean(error)} disabled={disabled} gap={0}>
      <Switch.Root
        name={name}
        checked={field.value ?? false}
        disabled={disabled}
        invalid={Boolean(error)}
        onCheckedChange={({ checked }) => void helpers.setValue(checked)}
      >
        <Switch.HiddenInput onBlur={field.onBlur} />
        <Switch.Control>
          <Switch.Thumb />
        </Switch.Control>
        <Switch.Label>{label}</Switch.Label>
      </Switch.Root>
      {help && <Field.HelperText mt={1}>{help}</Field.HelperText>}
      <Field.ErrorText mt={1}>
        <StateIcon state="critical" size={10} />
        {error}
      </Field.ErrorText>
    </Field.Root>
  );
}
