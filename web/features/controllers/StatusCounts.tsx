import { chakra } from '@chakra-ui/react';
import type { ControllerPageQuery } from '#web/gql/graphql.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { countsOf, stateOf } from './controller-state.ts';

/** How many controllers are in which state, worst first: "▲ 1 offline  ✓ 4 online". */
export function StatusCounts({ states }: { states: ControllerPageQuery['controllerStates'] }) {
  return (
    <chakra.span display="flex" flexWrap="wrap" columnGap={3} fontVariantNumeric="tabular-nums">
      {countsOf(states).map(({ status, count }) => {
        const { state, word } = stateOf[status];
        return <StatusDot key={status} state={state} word={`${count} ${word.toLowerCase()}`} />;
      })}
    </chakra.span>
  );
}
