import { chakra } from '@chakra-ui/react';
import { StateIcon, stateWord, type State } from './StateIcon.tsx';

/** A state's shape and word. `hidden` hides the word, if the row shows it elsewhere. */
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
