import { useEffect } from 'react';
import { reportAttention } from '#web/lib/attention.ts';

/** Has the tab's title and icon carry how many alerts are open, for as long as somebody is signed in. */
export function useTabCount(count: number | undefined): void {
  const shown = count ?? 0;
  useEffect(() => {
    reportAttention(shown);
    void badge(shown);
  }, [shown]);
  useEffect(
    () => () => {
      reportAttention(0);
      void badge(0);
    },
    [],
  );
}

let asked = false;

/** Drawn by a part of its own, fetched with the first alert; one that does not arrive leaves the icon as it is. */
async function badge(count: number): Promise<void> {
  if (count === 0 && !asked) return;
  asked = true;
  await import('./badge.ts').then(({ showBadge }) => showBadge(count)).catch(() => undefined);
}
