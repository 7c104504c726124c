import { lazy, Suspense } from 'react';

/** Hardly ever is there one: what shows it comes after the screen, and where it does not arrive nothing else is lost. */
const Announcement = lazy(() =>
  import('#web/features/organization/Announcement.tsx').then(
    (m) => ({ default: m.Announcement }),
    () => ({ default: () => null }),
  ),
);

/** What the operator has to say to everybody who is signed in. */
export const Announced = () => (
  <Suspense>
    <Announcement />
  </Suspense>
);
