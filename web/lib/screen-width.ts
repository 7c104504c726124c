import { useSyncExternalStore } from 'react';

/** `md` and `lg` are the theme's. From 1280 px, a list fits beside the whole sidebar. */
const from = { md: '(min-width: 48rem)', lg: '(min-width: 68.75rem)', roomy: '(min-width: 80rem)' };

const isAtLeast = (width: keyof typeof from) => window.matchMedia(from[width]).matches;

function subscribe(listener: () => void): () => void {
  const queries = Object.values(from).map((query) => window.matchMedia(query));
  queries.forEach((query) => query.addEventListener('change', listener));
  return () => queries.forEach((query) => query.removeEventListener('change', listener));
}

/** The sidebar's shape: a sheet, icons only, or whole. */
export const useSidebarShape = (): 'sheet' | 'rail' | 'whole' =>
  useSyncExternalStore(subscribe, () => (isAtLeast('lg') ? 'whole' : isAtLeast('md') ? 'rail' : 'sheet'));

/** The room for a list: two-line rows, a short table, or a full table with visible actions. */
export const useScreenSize = (): 'phone' | 'medium' | 'wide' =>
  useSyncExternalStore(subscribe, () => (isAtLeast('roomy') ? 'wide' : isAtLeast('md') ? 'medium' : 'phone'));
