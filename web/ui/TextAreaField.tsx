import { Textarea } from '@chakra-ui/react';
import type { Ref } from 'react';
import { FieldShell, type FieldProps } from './FieldShell.tsx';
import { useFormField } from './useFormField.ts';

type Props = FieldProps & { rows?: number; mono?: boolean; fieldRef?: Ref<HTMLTextAreaElement> };

/** Several lines of text in a form. */
export function TextAreaField({ name, label, help, optional, disabled, rows = 4, mono, fieldRef }: Props) {
  const { field, error } = useFormField<string>(name);
  return (
    <FieldShell {...{ label, help, optional, disabled, error }}>
      <Textarea
        {...field}
        ref={fieldRef}
        value={field.value ?? ''}
        rows={rows}
        fontFamily={mono ? 'mono' : undefined}
      />
    </FieldShell>
  );
}
