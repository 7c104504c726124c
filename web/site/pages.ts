import type { ComponentType } from 'react';

/** A page that the server writes, and what its screen reads of the address. */
export type SitePage = { load: () => Promise<ComponentType>; reads?: readonly string[] };

/** The public site. The same screens stand in `app/routes.tsx`, for whoever opens them from the app. */
export const sitePages: Readonly<Record<string, SitePage>> = {
  '/': { load: () => import('#web/features/home/HomePage.tsx').then((m) => m.HomePage) },
  '/packages': { load: () => import('#web/features/packages/PackagesPage.tsx').then((m) => m.PackagesPage) },
  '/contact': { load: () => import('#web/features/contact/ContactPage.tsx').then((m) => m.ContactPage) },
  '/waitlist': {
    load: () => import('#web/features/waitlist/WaitlistPage.tsx').then((m) => m.WaitlistPage),
    reads: ['packageId', 'packageName'],
  },
};
