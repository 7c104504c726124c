import { lazy, Suspense, type ComponentType } from 'react';

/** A banner that loads after the screen. If it can't load, the screen works without it. */
function lateBanner(load: () => Promise<ComponentType>): ComponentType {
  const Banner = lazy(() =>
    load().then(
      (loaded) => ({ default: loaded }),
      () => ({ default: () => null }),
    ),
  );
  return () => (
    <Suspense>
      <Banner />
    </Suspense>
  );
}

/** The operator's announcement to every signed-in user. */
export const AnnouncementBanner = lateBanner(() =>
  import('#web/features/organization/Announcement.tsx').then((m) => m.Announcement),
);

/** Shows whether Netlantern itself is behind for this team. */
export const DelaysBanner = lateBanner(() =>
  import('#web/features/health/DelaysLine.tsx').then((m) => m.DelaysLine),
);

/** Shows administrators whether the platform is late or failing. */
export const HealthBanner = lateBanner(() =>
  import('#web/features/health/HealthLine.tsx').then((m) => m.HealthLine),
);
