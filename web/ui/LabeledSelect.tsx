import { useFieldContext } from '@chakra-ui/react';
import { FieldShell, type FieldProps } from './FieldShell.tsx';
import { Select, type Option, type SelectProps } from './Select.tsx';

type Props = Omit<FieldProps, 'name'> & {
  value: string;
  onChange: (value: string) => void;
  options: readonly Option[];
  placeholder?: string;
  error?: string;
};

/** A select with a label, outside of a form or if choosing does more than set a value. */
export const LabeledSelect = ({ value, onChange, options, placeholder, disabled, ...shell }: Props) => (
  <FieldShell {...shell} disabled={disabled}>
    <FieldSelect
      {...{ value, options, placeholder, disabled }}
      onChange={(event) => onChange(event.target.value)}
    />
  </FieldShell>
);

/** A select that the label, help and error of the surrounding field belong to. */
export const FieldSelect = (props: SelectProps) => (
  <Select {...(useFieldContext()?.getSelectProps() as Partial<SelectProps>)} {...props} />
);
