import { lazy, Suspense } from 'react';

/** It comes after the screen, and where it does not arrive nothing else is lost. */
const HealthLine = lazy(() =>
  import('#web/features/health/HealthLine.tsx').then(
    (m) => ({ default: m.HealthLine }),
    () => ({ default: () => null }),
  ),
);

/** Whether the product itself is late or failing. */
export const PlatformState = () => (
  <Suspense>
    <HealthLine />
  </Suspense>
);
