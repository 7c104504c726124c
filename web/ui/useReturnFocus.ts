import { useEffect, useState } from 'react';

/**
 * Gives the focus back to where it was before this came on screen; where that is gone, to the dialog or the screen it
 * stood in.
 */
export function useReturnFocus(): void {
  // While rendering: once it is on screen, an element with autofocus already has the focus.
  const [before] = useState(() => document.activeElement);
  const [around] = useState(() => before?.closest<HTMLElement>('[role=dialog]'));
  useEffect(
    () => () => {
      // A moment later: until then the dialog's own focus trap still holds.
      setTimeout(() => {
        if (document.activeElement && document.activeElement !== document.body) return;
        const stillThere = before instanceof HTMLElement && before !== document.body && before.isConnected;
        (stillThere ? before : around?.isConnected ? around : document.getElementById('main'))?.focus();
      });
    },
    [before, around],
  );
}
