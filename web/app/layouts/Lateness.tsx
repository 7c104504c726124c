import { lazy, Suspense } from 'react';

/** Loaded after the screen, which works without it. */
const DelaysLine = lazy(() =>
  import('#web/features/health/DelaysLine.tsx').then(
    (m) => ({ default: m.DelaysLine }),
    () => ({ default: () => null }),
  ),
);

/** Shows whether Netlantern itself is behind for this team. */
export const Lateness = () => (
  <Suspense>
    <DelaysLine />
  </Suspense>
);
