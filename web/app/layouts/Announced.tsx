import { lazy, Suspense } from 'react';

/** Announcements are rare, so this loads after the screen. The screen works without it. */
const Announcement = lazy(() =>
  import('#web/features/organization/Announcement.tsx').then(
    (m) => ({ default: m.Announcement }),
    () => ({ default: () => null }),
  ),
);

/** The operator's announcement to every signed-in user. */
export const Announced = () => (
  <Suspense>
    <Announcement />
  </Suspense>
);
