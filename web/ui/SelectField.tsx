import { FieldShell, type FieldProps } from './FieldShell.tsx';
import { FieldSelect } from './LabeledSelect.tsx';
import type { Option } from './Select.tsx';
import { useFormField } from './useFormField.ts';

type Props = FieldProps & { options: readonly Option[]; placeholder?: string };

/** One of a few choices in a form. */
export function SelectField({ name, label, help, optional, disabled, ...choices }: Props) {
  const { field, error } = useFormField<string>(name);
  return (
    <FieldShell {...{ label, help, optional, disabled, error }}>
      <FieldSelect {...choices} {...field} value={field.value ?? ''} disabled={disabled} />
    </FieldShell>
  );
}
