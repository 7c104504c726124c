import { Input } from '@chakra-ui/react';
import { FieldShell, type FieldProps } from './FieldShell.tsx';
import { useFormField } from './useFormField.ts';

/** Digits of a code that an authenticator app shows, as documented. */
const DIGITS = 6;

/** The code of an authenticator app: digits only, pasted with or without blanks between them. */
export function CodeField({ name, label, help, disabled, autoFocus }: FieldProps & { autoFocus?: boolean }) {
  const { field, helpers, error } = useFormField<string>(name);
  return (
    <FieldShell {...{ label, help, disabled, error }}>
      <Input
        {...field}
        value={field.value ?? ''}
        onChange={(event) => void helpers.setValue(event.target.value.replaceAll(/\D/g, '').slice(0, DIGITS))}
        autoFocus={autoFocus}
        required
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        fontFamily="mono"
        fontVariantNumeric="tabular-nums"
        letterSpacing="0.25em"
      />
    </FieldShell>
  );
}
