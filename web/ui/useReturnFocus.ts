import { useEffect, useState } from 'react';

/** Gives the focus back to where it was before this came on screen; to the screen's content where that is gone. */
export function useReturnFocus(): void {
  // While rendering: once it is on screen, an element with autofocus already has the focus.
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // A moment later: until then the dialog's own focus trap still holds.
      setTimeout(() => {
        if (document.activeElement && document.activeElement !== document.body) return;
        const stillThere = before instanceof HTMLElement && before !== document.body && before.isConnected;
        (stillThere ? before : document.getElementById('main'))?.focus();
      });
    },
    [before],
  );
}
