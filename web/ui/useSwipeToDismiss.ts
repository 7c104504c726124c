import { useRef, useState, type PointerEvent } from 'react';

/** Distance that dismisses, in pixels, as documented. */
const THRESHOLD = 50;

/** Pointer handlers and style for something that can be dismissed by swiping it to the right. */
export function useSwipeToDismiss(onAway: () => void) {
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
