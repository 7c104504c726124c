import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

type TickProps = {
  label: string;
  /** Shown beside the box. Without it, only screen readers read the label. */
  children?: ReactNode;
  checked: boolean | 'indeterminate';
  onChange: (checked: boolean, withShift: boolean) => void;
};

/** A plain checkbox, because a page has fifty of them. Its label is as large as a finger. */
export const Tick = ({ label, children, checked, onChange }: TickProps) => (
  <chakra.label
    display="inline-flex"
    alignItems="center"
    gap={children ? 2 : undefined}
    minW={0}
    cursor="pointer"
    css={{ '@media (pointer: coarse)': { minW: 11, minH: 11 } }}
  >
    <chakra.input
      type="checkbox"
      aria-label={label}
      ref={(input: HTMLInputElement | null) => {
        if (input) input.indeterminate = checked === 'indeterminate';
      }}
      checked={checked === true}
      onChange={({ target, nativeEvent }) =>
        onChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
    {children}
  </chakra.label>
);
