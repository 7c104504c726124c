import { Button, chakra, Spinner } from '@chakra-ui/react';
import { Ellipsis } from '#web/ui/icons.tsx';
import { Hint } from '#web/ui/text.tsx';
import { Fragment, useState, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { usePopoverPosition } from './usePopoverPosition.ts';

export type RowAction = {
  label: string;
  /** Actions that replace each other share one, so that the button keeps its focus. */
  place?: string;
  act?: () => void;
  /** A link instead of an action. */
  to?: string;
  busy?: boolean;
  disabled?: boolean;
  destroys?: boolean;
};

type Props = { of: string; actions: readonly RowAction[] };

/** A row's actions as plain buttons. Destructive ones are set apart. */
export function RowActions({ of, actions }: Props) {
  return (
    <chakra.div role="group" aria-label={`Actions for ${of}`} display="flex" justifyContent="flex-end">
      {actions.map((action, at) => (
        <Fragment key={action.place ?? action.label}>
          {action.destroys && at > 0 && <chakra.span w="1px" my={2} mx={1.5} bg="border" aria-hidden />}
          <ActionButton action={action} />
        </Fragment>
      ))}
    </chakra.div>
  );
}

type MenuProps = Props & {
  /** What the button is called and shows, where the menu is about one thing. */
  label?: string;
  icon?: ReactNode;
  /** Heading above the actions, if their labels alone don't explain them. */
  heading?: string;
  buttonRef?: RefObject<HTMLButtonElement | null>;
};

/** A row's actions in a menu, for narrow screens. It is a native popover. */
export function RowMenu({ of, actions, label, icon, heading, buttonRef }: MenuProps) {
  const { panel, buttonProps, panelProps } = usePopoverPosition(buttonRef);
  // Lists have many menus of which few are opened, and their buttons would be most of what is drawn.
  const [isNear, setNear] = useState(false);
  const come = () => setNear(true);
  return (
    <>
      <Button
        {...buttonProps}
        onPointerEnter={come}
        onFocus={come}
        variant="ghost"
        px={0}
        aria-label={label ?? `Actions for ${of}`}
        aria-busy={actions.some(({ busy }) => busy) || undefined}
      >
        {actions.some(({ busy }) => busy) ? (
          <Spinner size="sm" />
        ) : (
          (icon ?? <Ellipsis size={20} strokeWidth={1.75} aria-hidden />)
        )}
      </Button>
      <chakra.div
        {...panelProps}
        onBeforeToggle={(event) => {
          // Assistive technology can press a button without pointer or focus.
          if (!isNear) flushSync(come);
          panelProps.onBeforeToggle(event);
        }}
        onClick={() => panel.current?.hidePopover?.()}
        w={48}
        p={1}
      >
        {isNear && heading && (
          <Hint px={3} pt={1} pb={1.5}>
            {heading}
          </Hint>
        )}
        {(isNear ? actions : []).map((action) => (
          <chakra.div
            key={action.place ?? action.label}
            display="flex"
            flexDirection="column"
            {...(action.destroys && { mt: 1, pt: 1, borderTopWidth: '1px' })}
          >
            <ActionButton action={action} wide />
          </chakra.div>
        ))}
      </chakra.div>
    </>
  );
}

function ActionButton({ action, wide }: { action: RowAction; wide?: boolean }) {
  const { label, act, to, busy, disabled, destroys } = action;
  const look = {
    variant: 'ghost',
    size: 'sm',
    justifyContent: wide ? 'flex-start' : 'center',
    ...(wide && { textStyle: 'md', color: 'fg' }),
    ...(destroys && { _hover: { bg: 'danger.subtle', color: 'danger.fg' } }),
  } as const;
  if (to) {
    return (
      <Button {...look} asChild>
        <Link to={to}>{label}</Link>
      </Button>
    );
  }
  return (
    <Button
      {...look}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={() => !busy && act?.()}
      position="relative"
    >
      <chakra.span opacity={busy ? 0 : 1}>{label}</chakra.span>
      {busy && (
        <chakra.span position="absolute" inset={0} display="grid" placeItems="center">
          <Spinner size="sm" />
        </chakra.span>
      )}
    </Button>
  );
}
