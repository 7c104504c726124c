import { chakra, Switch } from '@chakra-ui/react';
import { useFormField } from './useFormField.ts';
import type { FieldProps } from './FieldShell.tsx';

/** Something in a form that is on or off. */
export function SwitchField({ name, label, help, disabled }: Omit<FieldProps, 'optional'>) {
  const { field, helpers, error } = useFormField<boolean>(name);
  return (
    <div>
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
      {help && (
        <chakra.p mt={1} textStyle="xs" color="fg.muted">
          {help}
        </chakra.p>
      )}
      {error && (
        <chakra.p mt={1} textStyle="sm" color="fg.error">
          {error}
        </chakra.p>
      )}
    </div>
  );
}
