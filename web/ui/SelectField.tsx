import { NativeSelect } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import { FieldShell, type FieldProps } from './FieldShell.tsx';
import { useFormField } from './useFormField.ts';

export type Option = { value: string; label: string; disabled?: boolean };

/** One of a few choices; the browser's own list, so it works on every phone and with every screen reader. */
export function SelectField(props: FieldProps & { options: readonly Option[]; placeholder?: string }) {
  const { name, label, help, optional, disabled, options, placeholder } = props;
  const { field, error } = useFormField<string>(name);
  return (
    <FieldShell {...{ label, help, optional, disabled, error }}>
      <NativeSelect.Root disabled={disabled}>
        <NativeSelect.Field {...field} value={field.value ?? ''}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator>
          <ChevronDown strokeWidth={1.75} />
        </NativeSelect.Indicator>
      </NativeSelect.Root>
    </FieldShell>
  );
}
