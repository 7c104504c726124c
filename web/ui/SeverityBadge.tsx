import { chakra } from '@chakra-ui/react';
import { StateIcon, stateWord, type State } from './StateIcon.tsx';

/**
 * A state as shape, word and color, so that it survives greyscale. Critical is the one filled badge of a screen:
 * seen before anything is read. A short one has no word on phones.
 */
export function SeverityBadge({
  state,
  children,
  isShort,
}: {
  state: State;
  children?: string;
  isShort?: boolean;
}) {
  const filled = state === 'critical';
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap={1.5}
      h={6}
      px={2}
      borderRadius="control"
      textStyle="xs"
      fontWeight={filled ? 'semibold' : 'medium'}
      whiteSpace="nowrap"
      color={filled ? 'bg.panel' : `state.${state}`}
      bg={filled ? `state.${state}` : `state.${state}.subtle`}
    >
      <StateIcon state={state} size={10} />
      <chakra.span srOnly={isShort ? { base: true, md: false } : undefined}>
        {children ?? stateWord[state]}
      </chakra.span>
    </chakra.span>
  );
}
