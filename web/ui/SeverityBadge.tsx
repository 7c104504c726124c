import { chakra } from '@chakra-ui/react';
import { StateShape, stateWord, type State } from './StateShape.tsx';

/** A state as shape, word and colour, so that it survives greyscale. */
export function SeverityBadge({ state, children }: { state: State; children?: string }) {
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap={1.5}
      h={6}
      px={2}
      borderRadius="control"
      textStyle="xs"
      fontWeight="medium"
      whiteSpace="nowrap"
      color={`state.${state}`}
      bg={`state.${state}.subtle`}
    >
      <StateShape state={state} size={10} />
      {children ?? stateWord[state]}
    </chakra.span>
  );
}
