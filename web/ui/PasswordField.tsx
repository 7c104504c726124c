import { chakra, Input, VisuallyHidden } from '@chakra-ui/react';
import { Eye, EyeOff } from '#web/ui/icons.tsx';
import { useState } from 'react';
import { FieldShell, type FieldProps } from './FieldShell.tsx';
import { useFormField } from './useFormField.ts';

type Props = Omit<FieldProps, 'label'> & {
  label: string;
  /** Whether password managers should offer the stored password or generate one. */
  autoComplete: 'current-password' | 'new-password';
  autoFocus?: boolean;
};

/** A password in a form, hidden until its owner wants to see it. */
export function PasswordField({ name, label, help, optional, disabled, ...rest }: Props) {
  const { field, error } = useFormField<string>(name);
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <FieldShell {...{ label, help, optional, disabled, error }}>
      <chakra.div position="relative" w="full">
        <Input
          {...rest}
          {...field}
          value={field.value ?? ''}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          pe={10}
          css={{ '@media (pointer: coarse)': { paddingInlineEnd: '2.75rem' } }}
        />
        <chakra.button
          type="button"
          onClick={() => setShown(!shown)}
          disabled={disabled}
          position="absolute"
          insetEnd={0}
          top={0}
          boxSize={9}
          display="inline-flex"
          alignItems="center"
          justifyContent="center"
          borderRadius="control"
          color="fg.muted"
          cursor="pointer"
          _hover={{ color: 'fg' }}
          _focusVisible={{ outlineOffset: '-3px' }}
          css={{ '@media (pointer: coarse)': { boxSize: '2.75rem' } }}
        >
          <Icon size={16} strokeWidth={1.75} aria-hidden />
          <VisuallyHidden>
            {shown ? 'Hide' : 'Show'} {label.toLowerCase()}
          </VisuallyHidden>
        </chakra.button>
      </chakra.div>
    </FieldShell>
  );
}
