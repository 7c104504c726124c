import { lazy, Suspense } from 'react';

/** Loaded after the screen, which works without it. */
const HealthLine = lazy(() =>
  import('#web/features/health/HealthLine.tsx').then(
    (m) => ({ default: m.HealthLine }),
    () => ({ default: () => null }),
  ),
);

/** Shows whether the platform itself is late or failing. */
export const PlatformState = () => (
  <Suspense>
    <HealthLine />
  </Suspense>
);
