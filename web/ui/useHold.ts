import { type FocusEvent, type PointerEvent, type RefObject, useEffect, useMemo, useRef } from 'react';

/** After this long without a movement, no one is about to press a row, so the list may move. In milliseconds. */
const IDLE = 60_000;

/** After a touch, the list holds still a little longer. In milliseconds. */
const AFTER_TOUCH = 3_000;

/**
 * Holds a list still while someone may be about to press one of its rows: the pointer is over it, or keys are used in it.
 * @param onHold must stay the same function. It may be called again with the same value
 */
export function useHold(root: RefObject<HTMLElement | null>, onHold: (isHeld: boolean) => void) {
  const holders = useRef(new Map<'pointer' | 'focus', ReturnType<typeof setTimeout>>());
  const hold = useMemo(() => {
    const update = () => onHold(holders.current.size > 0);
    const stop = (who: 'pointer' | 'focus') => {
      clearTimeout(holders.current.get(who));
      holders.current.delete(who);
      update();
    };
    const keep = (who: 'pointer' | 'focus', duration = IDLE) => {
      clearTimeout(holders.current.get(who));
      holders.current.set(
        who,
        setTimeout(() => stop(who), duration),
      );
      update();
    };
    return { keep, stop, renew: update };
  }, [onHold]);
  useEffect(() => {
    const all = holders.current;
    return () => {
      for (const timer of all.values()) clearTimeout(timer);
      all.clear();
    };
  }, [hold]);
  return {
    renew: hold.renew,
    handlers: {
      onPointerEnter: () => hold.keep('pointer'),
      onPointerMove: () => hold.keep('pointer'),
      onPointerDown: () => hold.keep('pointer'),
      onPointerLeave: ({ pointerType }: PointerEvent) =>
        pointerType === 'touch' ? hold.keep('pointer', AFTER_TOUCH) : hold.stop('pointer'),
      // A click leaves the focus behind. Only keys mean that someone goes on from there.
      onFocusCapture: ({ target }: FocusEvent) => target.matches(':focus-visible') && hold.keep('focus'),
      onKeyDownCapture: () => hold.keep('focus'),
      onBlurCapture: ({ relatedTarget }: FocusEvent) =>
        !root.current?.contains(relatedTarget as Node | null) && hold.stop('focus'),
    },
  };
}
