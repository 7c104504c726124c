import { useEffect, useState } from 'react';

/** Returns focus to the element that had it before. If it is gone, focus goes to its dialog or the screen. */
export function useReturnFocus(): void {
  // Read while rendering, because an element with autofocus takes the focus on mount.
  const [before] = useState(() => document.activeElement);
  const [around] = useState(() => before?.closest<HTMLElement>('[role=dialog]'));
  useEffect(
    () => () => {
      // Wait until the dialog's focus trap has ended.
      setTimeout(() => {
        if (document.activeElement && document.activeElement !== document.body) return;
        const stillThere = before instanceof HTMLElement && before !== document.body && before.isConnected;
        const next = stillThere ? before : around?.isConnected ? around : document.getElementById('main');
        // What was behind the dialog stays where it was.
        next?.focus({ preventScroll: true });
      });
    },
    [before, around],
  );
}
