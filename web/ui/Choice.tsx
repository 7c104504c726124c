import { FieldShell, type FieldProps } from './FieldShell.tsx';
import { Select, type Option } from './Select.tsx';

type Props = Omit<FieldProps, 'name'> & {
  value: string;
  onChange: (value: string) => void;
  options: readonly Option[];
  placeholder?: string;
  error?: string;
};

/** One of a few choices, outside a form or where choosing does more than that. */
export const Choice = ({ value, onChange, options, placeholder, disabled, ...shell }: Props) => (
  <FieldShell {...shell} disabled={disabled}>
    <Select
      {...{ value, options, placeholder, disabled }}
      onChange={(event) => onChange(event.target.value)}
    />
  </FieldShell>
);
