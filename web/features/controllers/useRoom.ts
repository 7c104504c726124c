import { useSyncExternalStore } from 'react';

/** From the theme's `md` on a table fits; from `wide` on with its actions in the open, beside the whole sidebar. */
const queries = { medium: '(min-width: 48rem)', wide: '(min-width: 80rem)' };

const subscribe = (listener: () => void) => {
  const lists = Object.values(queries).map((query) => window.matchMedia(query));
  lists.forEach((list) => list.addEventListener('change', listener));
  return () => lists.forEach((list) => list.removeEventListener('change', listener));
};

/** How much room a list has: two-line rows, a short table, or the whole one. */
export const useRoom = (): 'phone' | 'medium' | 'wide' =>
  useSyncExternalStore(subscribe, () => {
    if (window.matchMedia(queries.wide).matches) return 'wide';
    return window.matchMedia(queries.medium).matches ? 'medium' : 'phone';
  });
