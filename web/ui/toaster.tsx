import { Button, chakra } from '@chakra-ui/react';
import { CircleCheck, Info, OctagonAlert, TriangleAlert, X } from '#web/ui/icons.tsx';
import { Muted } from '#web/ui/text.tsx';
import { useEffect, useRef, useState, useSyncExternalStore, type PointerEvent, type ReactNode } from 'react';
import { wasDeclined } from '#web/lib/identity.ts';
import { failureWords, type Failure } from '#web/lib/server-errors.ts';

/** A toast's content. `error` is the specification's destructive style. */
export type Toast = {
  title: string;
  /** Lines stay lines. */
  description?: ReactNode;
  type?: 'success' | 'info' | 'warning' | 'error';
  /** It only confirms what the screen shows. On phones it's one line at the bottom, clear of titles and buttons. */
  isTransient?: boolean;
  /** One thing to do about it, such as undoing it. It dismisses the toast. */
  action?: { label: string; act: () => void };
};
type Shown = Toast & { id: number };

/** How long a toast stays, in milliseconds, as documented. */
const STAYS = 5_000;

/** The same with something to do about it, which takes longer to decide. */
const STAYS_WITH_ACTION = 10_000;

let current: Shown | undefined;
let lastId = 0;
const listeners = new Set<() => void>();
const show = (toast: Shown | undefined) => {
  current = toast;
  listeners.forEach((listener) => listener());
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * Shows a toast in the corner of the screen. There is one at a time, and a new one replaces it.
 * @returns dismisses this toast, if no other has replaced it
 */
export function toast(said: Toast): () => void {
  const id = ++lastId;
  show({ ...said, id });
  return () => {
    if (current?.id === id) dismissToast();
  };
}
/** Reports a failed change. */
export function toastFailure(error: unknown, failure: Failure, action?: Toast['action']): void {
  if (!wasDeclined(error)) toast({ ...failureWords(error, failure), type: 'error', action });
}

export const dismissToast = (): void => show(undefined);

/** The notification region. F8 moves the focus to it. A toast never takes the focus. */
export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F8') return;
      event.preventDefault();
      region.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <chakra.section
      ref={region}
      aria-label="Notifications (F8)"
      tabIndex={-1}
      position="fixed"
      zIndex="toast"
      // On phones dialogs have their buttons at the bottom edge.
      top={{ base: shown?.isTransient ? 'auto' : 16, md: 'auto' }}
      bottom={{ base: shown?.isTransient ? 'calc(0.75rem + env(safe-area-inset-bottom))' : undefined, md: 5 }}
      // A bar at the bottom of the screen stays free.
      css={{
        'body:has([data-bottom-bar]) &': { bottom: { md: 20 } },
        'body:has([role=dialog], [role=alertdialog]) &': {
          top: { base: 16, md: 'auto' },
          bottom: { base: 'auto', md: 5 },
        },
      }}
      insetEnd={{ base: 3, md: 5 }}
      width={{ base: 'calc(100vw - 1.5rem)', md: '28rem' }}
      borderRadius="surface"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Otherwise the screen would act on it too.
        event.preventDefault();
        dismissToast();
      }}
    >
      <div aria-live="polite" aria-atomic>
        {shown && <ToastCard key={shown.id} toast={shown} />}
      </div>
    </chakra.section>
  );
}

const looks = {
  success: { Icon: CircleCheck, color: 'state.ok' },
  info: { Icon: Info, color: 'state.info' },
  warning: { Icon: TriangleAlert, color: 'state.warning' },
  error: { Icon: OctagonAlert, color: 'state.critical' },
};

function ToastCard({ toast: { title, description, type = 'info', isTransient, action } }: { toast: Shown }) {
  const [held, setHeld] = useState(false);
  const swipe = useSwipeToDismiss(dismissToast);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(dismissToast, action ? STAYS_WITH_ACTION : STAYS);
    return () => clearTimeout(timer);
  }, [held, action]);
  const { Icon, color } = looks[type];
  return (
    <chakra.div
      data-type={type}
      display="flex"
      alignItems="flex-start"
      gap={3}
      p={3.5}
      pe={2}
      bg="bg.panel"
      borderRadius="surface"
      boxShadow="floating"
      overflow="hidden"
      position="relative"
      touchAction="pan-y"
      animation="rise-in {durations.slow} {easings.out}"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      _before={{ content: '""', position: 'absolute', insetY: 0, insetStart: 0, w: '3px', bg: color }}
      {...swipe}
    >
      <chakra.span color={color} mt="1px" flexShrink={0}>
        <Icon size={20} strokeWidth={1.75} aria-hidden />
      </chakra.span>
      <chakra.div
        flex={1}
        minW={0}
        pt="1px"
        display={{ base: isTransient ? 'flex' : 'block', md: 'block' }}
        flexWrap="wrap"
        columnGap={2}
      >
        <chakra.p fontWeight="medium" overflowWrap="anywhere">
          {title}
        </chakra.p>
        {description && (
          <Muted overflowWrap="anywhere" whiteSpace="pre-line" maxH="60dvh" overflowY="auto" mt={0.5}>
            {description}
          </Muted>
        )}
      </chakra.div>
      {action && (
        <Button
          variant="outline"
          size="sm"
          my={-1}
          flexShrink={0}
          onClick={() => {
            dismissToast();
            action.act();
          }}
        >
          {action.label}
        </Button>
      )}
      <chakra.button
        type="button"
        aria-label="Dismiss notification"
        onClick={dismissToast}
        display="inline-flex"
        alignItems="center"
        justifyContent="center"
        boxSize={8}
        m={-1}
        flexShrink={0}
        borderRadius="control"
        color="fg.muted"
        cursor="pointer"
        css={{ '@media (pointer: coarse)': { boxSize: 11, my: -2.5 } }}
        _hover={{ bg: 'bg.muted', color: 'fg' }}
      >
        <X size={16} strokeWidth={1.75} aria-hidden />
      </chakra.button>
    </chakra.div>
  );
}

/** Distance that dismisses, in pixels, as documented. */
const THRESHOLD = 50;

/** Pointer handlers and style for something that can be dismissed by swiping it to the right. */
function useSwipeToDismiss(onAway: () => void) {
  const from = useRef<number>(undefined);
  const [moved, setMoved] = useState(0);
  return {
    style: moved
      ? { transform: `translateX(${moved}px)`, opacity: Math.max(0.2, 1 - moved / 200) }
      : undefined,
    onPointerDown: (event: PointerEvent) => {
      from.current = event.clientX;
    },
    onPointerMove: (event: PointerEvent) => {
      if (from.current !== undefined) setMoved(Math.max(0, event.clientX - from.current));
    },
    onPointerUp: (event: PointerEvent) => {
      const away = from.current !== undefined && event.clientX - from.current >= THRESHOLD;
      from.current = undefined;
      setMoved(0);
      if (away) onAway();
    },
    onPointerCancel: () => {
      from.current = undefined;
      setMoved(0);
    },
  };
}
