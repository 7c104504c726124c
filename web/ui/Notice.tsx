import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { StateIcon, type State } from './StateIcon.tsx';

type Props = {
  state: State;
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
  /** `status` for a message that keeps changing, which would interrupt screen readers each time. */
  role?: 'alert' | 'status';
};

/** A permanent message on a screen. Screen readers announce errors immediately. */
export function Notice({ state, title, children, action, role }: Props) {
  return (
    <chakra.div
      role={role ?? (state === 'critical' || state === 'error' ? 'alert' : 'status')}
      display="flex"
      flexWrap={{ base: 'wrap', sm: 'nowrap' }}
      alignItems={{ sm: children ? undefined : 'center' }}
      gap={2.5}
      px={3.5}
      py={3}
      borderRadius="surface"
      borderWidth="1px"
      borderColor={`color-mix(in srgb, {colors.state.${state}} 35%, transparent)`}
      bg={`state.${state}.subtle`}
    >
      <chakra.span color={`state.${state}`} mt={{ base: 1, sm: children ? 1 : 0 }}>
        <StateIcon state={state} />
      </chakra.span>
      {/* On phones, the action is below the text. */}
      <chakra.div flex={{ base: '1 1 calc(100% - 3rem)', sm: 1 }} minW={0} overflowWrap="anywhere">
        {title && <chakra.p fontWeight="medium">{title}</chakra.p>}
        {children && <chakra.div color={title ? 'fg.muted' : 'fg'}>{children}</chakra.div>}
      </chakra.div>
      {action}
    </chakra.div>
  );
}
