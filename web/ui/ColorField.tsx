import { chakra, Input } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { hexColor } from '#web/lib/contrast.ts';
import { FieldShell, type FieldProps } from './FieldShell.tsx';
import { useFormField } from './useFormField.ts';

/** A color in a form: picked, or typed as `#rrggbb`. `check` shows how readable it is where the product uses it. */
export function ColorField(
  props: FieldProps & {
    label: string;
    check?: ReactNode;
    /** What the picker shows while no color is chosen. */
    unset?: string;
  },
) {
  const { name, label, help, disabled, optional, check, unset = '#000000' } = props;
  const { field, helpers, error } = useFormField<string>(name);
  const typed = field.value ?? '';
  const color = hexColor(typed);
  const set = (value: string) => void helpers.setValue(value);
  return (
    <div>
      <FieldShell {...{ label, help, optional, disabled, error }}>
        <chakra.div display="flex" gap={2} w="full" maxW="16rem">
          <chakra.input
            type="color"
            aria-label={`Pick: ${label}`}
            disabled={disabled}
            value={color ?? unset}
            onChange={({ target }) => set(target.value)}
            w={11}
            h={9}
            p={1}
            flexShrink={0}
            bg="bg.panel"
            borderWidth="1px"
            borderColor="border.control"
            borderRadius="control"
            cursor="pointer"
            css={{
              '@media (pointer: coarse)': { h: 11 },
              '&::-webkit-color-swatch-wrapper': { p: 0 },
              '&::-webkit-color-swatch': { border: 0, borderRadius: '3px' },
              '&::-moz-color-swatch': { border: 0, borderRadius: '3px' },
            }}
          />
          <Input
            {...field}
            value={typed}
            // "2563EB" is meant as what the server wants to have.
            onBlur={(event) => {
              if (color && color !== typed) set(color);
              field.onBlur(event);
            }}
            fontFamily="mono"
            autoComplete="off"
            spellCheck={false}
          />
        </chakra.div>
      </FieldShell>
      {check}
    </div>
  );
}
