import { Checkbox, Field } from '@chakra-ui/react';
import { StateIcon } from './StateIcon.tsx';
import { useFormField } from './useFormField.ts';
import type { FieldProps } from './FieldShell.tsx';

/** Something in a form that is agreed to or not. Links in its label can be followed without ticking it. */
export function CheckboxField({ name, label, help, disabled }: Omit<FieldProps, 'optional'>) {
  const { field, helpers, error } = useFormField<boolean>(name);
  return (
    <Field.Root invalid={Boolean(error)} disabled={disabled}>
      <Checkbox.Root
        name={name}
        checked={field.value ?? false}
        disabled={disabled}
        invalid={Boolean(error)}
        alignItems="flex-start"
        onCheckedChange={({ checked }) => void helpers.setValue(checked === true)}
      >
        <Checkbox.HiddenInput onBlur={field.onBlur} aria-invalid={Boolean(error) || undefined} />
        <Checkbox.Control mt={0.5}>
          <Checkbox.Indicator />
        </Checkbox.Control>
        <Checkbox.Label>{label}</Checkbox.Label>
      </Checkbox.Root>
      {help && <Field.HelperText>{help}</Field.HelperText>}
      <Field.ErrorText>
        <StateIcon state="critical" size={10} />
        {error}
      </Field.ErrorText>
    </Field.Root>
  );
}
