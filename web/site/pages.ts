import type { ComponentType } from 'react';

/** A page that the server writes. */
export type SitePage = {
  load: () => Promise<ComponentType>;
  /** What search engines show below its title; the first page's stands in the settings. */
  description?: string;
  /** The parameters of the address that its screen reads. */
  reads?: readonly string[];
};

/** The public site. The same screens stand in `app/routes.tsx`, for whoever opens them from the app. */
export const sitePages: Readonly<Record<string, SitePage>> = {
  '/': { load: () => import('#web/features/home/HomePage.tsx').then((m) => m.HomePage) },
  '/old': {
    load: () => import('#web/features/home/OldPage.tsx').then((m) => m.OldPage),
    description:
      'One screen for every UniFi site you look after: what is down, since when and how bad, and tickets that open and close by themselves.',
  },
  '/packages': {
    load: () => import('#web/features/packages/PackagesPage.tsx').then((m) => m.PackagesPage),
    description:
      'What UniFi monitoring costs by the month: controllers, devices, alerts and history of each package side by side, and 14 days to try it without a card.',
  },
  '/contact': {
    load: () => import('#web/features/contact/ContactPage.tsx').then((m) => m.ContactPage),
    description:
      'Ask about UniFi monitoring, packages or your account: a person reads every message and answers it.',
  },
  '/waitlist': {
    load: () => import('#web/features/waitlist/WaitlistPage.tsx').then((m) => m.WaitlistPage),
    description: 'Leave your address for a package, and we write to you when its registration opens.',
    reads: ['packageId', 'packageName'],
  },
  '/privacy': {
    load: () => import('#web/features/legal/PrivacyPage.tsx').then((m) => m.PrivacyPage),
    description: 'What we keep about you and your networks, why, for how long, and how you have it deleted.',
  },
  '/terms': {
    load: () => import('#web/features/legal/TermsPage.tsx').then((m) => m.TermsPage),
    description: 'The terms of the service: prices, payment, availability, termination and liability.',
  },
};
