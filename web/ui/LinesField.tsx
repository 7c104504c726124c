import { Textarea } from '@chakra-ui/react';
import { FieldShell, type FieldProps } from './FieldShell.tsx';
import { useFormField } from './useFormField.ts';

type Props = FieldProps & { placeholder?: string; rows?: number; mono?: boolean };

/** A list in a form, one thing per line. Blank lines stay while one types and go when one leaves. */
export function LinesField({ name, label, help, optional, disabled, placeholder, rows = 4, mono }: Props) {
  const { field, helpers, error } = useFormField<readonly string[]>(name);
  const lines = field.value ?? [];
  const tidy = () => {
    const kept = lines.map((line) => line.trim()).filter(Boolean);
    if (kept.join('\n') !== lines.join('\n')) void helpers.setValue(kept);
    void helpers.setTouched(true);
  };
  return (
    <FieldShell {...{ label, help, optional, disabled, error }}>
      <Textarea
        name={name}
        rows={rows}
        placeholder={placeholder}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        fontFamily={mono ? 'mono' : undefined}
        value={lines.join('\n')}
        onChange={({ target }) => void helpers.setValue(target.value === '' ? [] : target.value.split('\n'))}
        onBlur={tidy}
      />
    </FieldShell>
  );
}
