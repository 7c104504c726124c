import { NativeSelect } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import { FieldShell, type FieldProps } from './FieldShell.tsx';
import type { Option } from './SelectField.tsx';

type Props = Omit<FieldProps, 'name'> & {
  value: string;
  onChange: (value: string) => void;
  options: readonly Option[];
  placeholder?: string;
  error?: string;
};

/** One of a few choices, outside a form or where choosing does more than that. */
export function Choice({ value, onChange, options, placeholder, disabled, ...shell }: Props) {
  return (
    <FieldShell {...shell} disabled={disabled}>
      <NativeSelect.Root disabled={disabled}>
        <NativeSelect.Field value={value} onChange={(event) => onChange(event.target.value)}>
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
