import { Input } from '@chakra-ui/react';
import type { InputHTMLAttributes } from 'react';
import { FieldShell, type FieldProps } from './FieldShell.tsx';
import { useFormField } from './useFormField.ts';

type Props = FieldProps &
  Pick<
    InputHTMLAttributes<HTMLInputElement>,
    | 'type'
    | 'autoComplete'
    | 'placeholder'
    | 'inputMode'
    | 'maxLength'
    | 'autoFocus'
    | 'spellCheck'
    | 'step'
    | 'min'
  > & { mono?: boolean };

/** A line of text in a form. */
export function TextField({ name, label, help, optional, disabled, mono, ...rest }: Props) {
  const { field, error } = useFormField<string | number>(name);
  return (
    <FieldShell {...{ label, help, optional, disabled, error }}>
      <Input {...rest} {...field} value={field.value ?? ''} fontFamily={mono ? 'mono' : undefined} />
    </FieldShell>
  );
}
