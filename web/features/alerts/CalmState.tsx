import { chakra } from '@chakra-ui/react';
import { StateShape, stateWord, type State } from '#web/ui/StateShape.tsx';

/** How bad it is, where somebody already sees to it: the same shape and word without the weight. */
export const CalmState = ({ state }: { state: State }) => (
  <chakra.span
    display="inline-flex"
    alignItems="center"
    gap={1.5}
    h={6}
    px={2}
    textStyle="xs"
    color="fg.muted"
  >
    <chakra.span color={`state.${state}`}>
      <StateShape state={state} size={10} />
    </chakra.span>
    {stateWord[state]}
  </chakra.span>
);
