import { chakra } from '@chakra-ui/react';
import { StateIcon, stateWord, type State } from './StateIcon.tsx';

/** The state before a name: the shape with its word, or the shape alone where the word stands elsewhere in the row. */
export function StatusDot({ state, word, hidden }: { state: State; word?: string; hidden?: boolean }) {
  const said = word ?? stateWord[state];
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap={1.5}
      color={`state.${state}`}
      role={hidden ? 'img' : undefined}
      aria-label={hidden ? said : undefined}
    >
      <StateIcon state={state} />
      {!hidden && (
        <chakra.span textStyle="sm" fontWeight="medium">
          {said}
        </chakra.span>
      )}
    </chakra.span>
  );
}
