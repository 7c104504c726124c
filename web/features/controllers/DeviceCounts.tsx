import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { DeviceState } from '#web/gql/graphql.ts';
import { formatNumber } from '#web/lib/format.ts';
import { keysOf } from '#web/lib/keys-of.ts';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { Muted } from '#web/ui/text.tsx';
import { deviceStates } from './device-states.ts';

type Props = {
  counts: Partial<Record<DeviceState, number>>;
  /** Instead of counts that are all zero. */
  none?: ReactNode;
  /** In long lists, where only trouble has a color. */
  quiet?: boolean;
};

/** "◆ 1 offline ✓ 12 online", worst first. States without devices are left out. The words are muted: alerts say how bad it is. */
export function DeviceCounts({ counts, none, quiet }: Props) {
  const shown = keysOf(deviceStates).filter((name) => counts[name]);
  if (shown.length === 0) return none;
  return (
    <Muted
      as="span"
      display="inline-flex"
      flexWrap="wrap"
      columnGap={2.5}
      rowGap={0.5}
      textStyle="sm"
      fontVariantNumeric="tabular-nums"
    >
      {shown.map((name) => {
        const { state, word } = deviceStates[name];
        return (
          <chakra.span key={name} display="inline-flex" alignItems="center" gap={1} whiteSpace="nowrap">
            <chakra.span
              color={quiet && name === 'online' ? undefined : `state.${state}`}
              display="inline-flex"
            >
              <StateIcon state={state} size={10} />
            </chakra.span>
            {`${formatNumber(counts[name]!)} ${word.toLowerCase()}`}
          </chakra.span>
        );
      })}
    </Muted>
  );
}
