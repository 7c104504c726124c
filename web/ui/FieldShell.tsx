import { Field } from '@chakra-ui/react';
import { Muted } from '#web/ui/text.tsx';
import type { ReactNode } from 'react';
import { StateIcon } from './StateIcon.tsx';

export type FieldProps = {
  name: string;
  label: ReactNode;
  help?: ReactNode;
  optional?: boolean;
  disabled?: boolean;
};

/** Label above, help below, and the error under the field. */
export function FieldShell(props: Omit<FieldProps, 'name'> & { error?: string; children: ReactNode }) {
  const { label, help, optional, disabled, error, children } = props;
  return (
    <Field.Root invalid={Boolean(error)} disabled={disabled}>
      <Field.Label>
        {label}
        {optional && (
          <Muted as="span" fontWeight="normal">
            (optional)
          </Muted>
        )}
      </Field.Label>
      {children}
      {help && <Field.HelperText>{help}</Field.HelperText>}
      <Field.ErrorText>
        <StateIcon state="critical" size={10} />
        {error}
      </Field.ErrorText>
    </Field.Root>
  );
}
