import { useSyncExternalStore } from 'react';

const root = document.documentElement;

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(root, { attributeFilter: ['class'] });
  return () => observer.disconnect();
}

/** Whether the dark theme is on; for what cannot follow the theme by itself, such as a frame of another site. */
export const useIsDark = (): boolean =>
  useSyncExternalStore(subscribe, () => root.classList.contains('dark'));
