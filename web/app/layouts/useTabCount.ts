import { useEffect } from 'react';
import { setAttentionCount } from '#web/lib/attention-count.ts';

/** Shows the number of open alerts in the tab's title and icon while someone is signed in. */
export function useTabCount(count: number | undefined): void {
  const shown = count ?? 0;
  useEffect(() => {
    setAttentionCount(shown);
    void badge(shown);
  }, [shown]);
  useEffect(
    () => () => {
      setAttentionCount(0);
      void badge(0);
    },
    [],
  );
}

let asked = false;

/** The code for the icon loads with the first alert. Without it, the icon stays unchanged. */
async function badge(count: number): Promise<void> {
  if (count === 0 && !asked) return;
  asked = true;
  await import('./badge.ts').then(({ showBadge }) => showBadge(count)).catch(() => undefined);
}
