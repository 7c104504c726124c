import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { StateIcon, type State } from './StateIcon.tsx';

type Props = {
  label: string;
  /** Screen readers announce an `alert` immediately, and a `status` at the next pause. */
  role?: 'alert' | 'status';
  state: State;
  /** A button at the end. */
  action?: ReactNode;
  children: ReactNode;
};

/** One line above the screens, in the color of a state. */
export const Banner = ({ label, role, state, action, children }: Props) => (
  <chakra.aside
    aria-label={label}
    role={role}
    display="flex"
    alignItems="center"
    gap={2.5}
    minH={9}
    mb={5}
    ps={3}
    pe={action ? 1 : 3}
    py={1}
    borderWidth="1px"
    borderRadius="control"
    borderColor={`color-mix(in srgb, {colors.state.${state}} 35%, transparent)`}
    bg={`state.${state}.subtle`}
    textStyle="sm"
  >
    <chakra.span color={`state.${state}`} display="inline-flex">
      <StateIcon state={state} />
    </chakra.span>
    <chakra.p flex={1} minW={0} overflowWrap="anywhere">
      {children}
    </chakra.p>
    {action}
  </chakra.aside>
);
