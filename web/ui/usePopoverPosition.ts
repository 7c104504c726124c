import { useId, useRef, type RefObject, type ToggleEvent } from 'react';

/** With less room below the button (pixels), the popover opens above it. */
const ROOM = 220;

/** A native popover below or above its button, aligned at the right. */
export function usePopoverPosition(given?: RefObject<HTMLButtonElement | null>) {
  const id = useId();
  const own = useRef<HTMLButtonElement>(null);
  const button = given ?? own;
  const panel = useRef<HTMLDivElement>(null);
  const place = (event: ToggleEvent<HTMLDivElement>) => {
    if (event.newState !== 'open' || !button.current || !panel.current) return;
    const box = button.current.getBoundingClientRect();
    const below = box.bottom < window.innerHeight - ROOM;
    Object.assign(panel.current.style, {
      right: `${document.documentElement.clientWidth - box.right}px`,
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
