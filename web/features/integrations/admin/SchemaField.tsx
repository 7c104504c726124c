import { Textarea } from '@chakra-ui/react';
import { FieldShell } from '#web/ui/FieldShell.tsx';
import { useFormField } from '#web/ui/useFormField.ts';

/** The schema as text. Tab leaves it as it leaves every field. */
export function SchemaField() {
  const { field, error } = useFormField<string>('configSchema');
  const help = 'A JSON Schema object with properties and required; no nesting and no references.';
  return (
    <FieldShell label="Configuration schema" help={help} error={error}>
      <Textarea
        {...field}
        value={field.value ?? ''}
        rows={14}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        fontFamily="mono"
        textStyle="sm"
        overflowX="auto"
        whiteSpace="pre"
      />
    </FieldShell>
  );
}
