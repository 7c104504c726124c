import { useId, useRef, type RefObject, type ToggleEvent } from 'react';

/** With less room below the button (pixels), the popover opens above it. */
const ROOM = 220;
/** Pixels between a popover and the edges of the window. */
const EDGE = 8;

/**
 * A native popover below or above its button, aligned at the right. A popover with a `width` in pixels stays within the
 * window, wherever its button is.
 */
export function usePopoverPosition(given?: RefObject<HTMLButtonElement | null>, width = 0) {
  const id = useId();
  const own = useRef<HTMLButtonElement>(null);
  const button = given ?? own;
  const panel = useRef<HTMLDivElement>(null);
  const place = (event: ToggleEvent<HTMLDivElement>) => {
    if (event.newState !== 'open' || !button.current || !panel.current) return;
    const box = button.current.getBoundingClientRect();
    const below = box.bottom < window.innerHeight - ROOM;
    const { clientWidth } = document.documentElement;
    const right = Math.max(EDGE, Math.min(clientWidth - box.right, clientWidth - width - EDGE));
    Object.assign(panel.current.style, {
      right: `${width > 0 ? right : clientWidth - box.right}px`,
      top: below ? `${box.bottom + 4}px` : 'auto',
      bottom: below ? 'auto' : `${window.innerHeight - box.top + 4}px`,
    });
  };
  return {
    button,
    panel,
    buttonProps: { ref: button, popoverTarget: id },
    panelProps: {
      ref: panel,
      id,
      popover: 'auto',
      onBeforeToggle: place,
      position: 'fixed',
      inset: 'auto',
      borderRadius: 'surface',
      bg: 'bg.panel',
      color: 'fg',
      boxShadow: 'floating',
    } as const,
  };
}
