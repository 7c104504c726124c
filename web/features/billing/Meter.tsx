import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { StateShape } from '#web/ui/StateShape.tsx';

type Props = {
  label: string;
  used: number;
  most: number;
  /** Nearly full, or more than full. */
  state?: 'warning' | 'error';
  /** What it means, in words. */
  children: ReactNode;
};

/** How much of a limit is used: a bar, and the words that say the same. */
export function Meter({ label, used, most, state, children }: Props) {
  const share = most <= 0 ? 100 : Math.min(100, (used / most) * 100);
  return (
    <>
      <chakra.div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={most}
        aria-valuenow={Math.min(used, most)}
        aria-valuetext={`${used.toLocaleString()} of ${most.toLocaleString()}`}
        h={1.5}
        borderRadius="full"
        bg="bg.emphasized"
        overflow="hidden"
      >
        <chakra.div
          h="full"
          minW={used > 0 ? 1 : 0}
          borderRadius="full"
          bg={state ? `state.${state}` : 'fg.muted'}
          style={{ width: `${share}%` }}
        />
      </chakra.div>
      <chakra.p
        mt={1.5}
        display="flex"
        alignItems="center"
        gap={1.5}
        color={state ? `state.${state}` : undefined}
        fontWeight={state ? 'medium' : undefined}
      >
        {state && <StateShape state={state} size={10} />}
        <span>{children}</span>
      </chakra.p>
    </>
  );
}
