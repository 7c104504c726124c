import { useSyncExternalStore } from 'react';

const root = document.documentElement;

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(root, { attributeFilter: ['class'] });
  return () => observer.disconnect();
}

/** Whether the dark theme is on. For things that can't use theme tokens, such as another site's frame. */
export const useIsDark = (): boolean =>
  useSyncExternalStore(subscribe, () => root.classList.contains('dark'));
