import { Textarea } from '@chakra-ui/react';
import { FieldShell, type FieldProps } from './FieldShell.tsx';
import { useFormField } from './useFormField.ts';

type Props = FieldProps & {
  placeholder?: string;
  rows?: number;
  mono?: boolean;
  /** Lines shown in place of the value, which stays as it is. */
  shown?: readonly string[];
};

/** A list in a form, one thing per line. Blank lines stay while one types and go when one leaves. */
export function LinesField({ name, placeholder, rows = 4, mono, shown, ...shell }: Props) {
  const { field, helpers, error } = useFormField<readonly string[]>(name);
  const lines = field.value ?? [];
  const tidy = () => {
    const kept = lines.map((line) => line.trim()).filter(Boolean);
    if (kept.join('\n') !== lines.join('\n')) void helpers.setValue(kept);
    void helpers.setTouched(true);
  };
  return (
    <FieldShell {...shell} error={error}>
      <Textarea
        name={name}
        rows={rows}
        placeholder={placeholder}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        fontFamily={mono ? 'mono' : undefined}
        value={(shown ?? lines).join('\n')}
        onChange={({ target }) => void helpers.setValue(target.value === '' ? [] : target.value.split('\n'))}
        onBlur={tidy}
      />
    </FieldShell>
  );
}
