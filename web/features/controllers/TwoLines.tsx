import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { StateShape, type State } from '#web/ui/StateShape.tsx';

type Props = { name: ReactNode; state: State; word: string; children: ReactNode };

/** A row in two lines: shape and name, then the state's word and what else is known. */
export function TwoLines({ name, state, word, children }: Props) {
  return (
    <chakra.div flex={1} minW={0} py={1.5} display="flex" gap={2.5}>
      <chakra.span color={`state.${state}`} mt={1}>
        <StateShape state={state} />
      </chakra.span>
      <chakra.div flex={1} minW={0} overflowWrap="anywhere">
        <chakra.p fontWeight="medium">{name}</chakra.p>
        <chakra.div textStyle="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
          <chakra.span color={`state.${state}`} fontWeight="medium">
            {word}
          </chakra.span>
          {' · '}
          {children}
        </chakra.div>
      </chakra.div>
    </chakra.div>
  );
}
