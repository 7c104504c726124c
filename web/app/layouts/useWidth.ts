import { useSyncExternalStore } from 'react';

/** The widths of LOOK: a sheet below 768 px, icons only below 1100 px. The theme's `md` and `lg` say the same in rem. */
const wide = '(min-width: 68.75rem)';
const medium = '(min-width: 48rem)';

const subscribe = (listener: () => void) => {
  const queries = [wide, medium].map((query) => window.matchMedia(query));
  queries.forEach((query) => query.addEventListener('change', listener));
  return () => queries.forEach((query) => query.removeEventListener('change', listener));
};

/** Which shape the sidebar takes. */
export const useWidth = (): 'phone' | 'rail' | 'wide' =>
  useSyncExternalStore(subscribe, () =>
    window.matchMedia(wide).matches ? 'wide' : window.matchMedia(medium).matches ? 'rail' : 'phone',
  );
