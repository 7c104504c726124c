import { lazy, Suspense } from 'react';

/** It comes after the screen, and where it does not arrive nothing else is lost. */
const DelaysLine = lazy(() =>
  import('#web/features/health/DelaysLine.tsx').then(
    (m) => ({ default: m.DelaysLine }),
    () => ({ default: () => null }),
  ),
);

/** Whether the product itself is late for the team. */
export const Lateness = () => (
  <Suspense>
    <DelaysLine />
  </Suspense>
);
