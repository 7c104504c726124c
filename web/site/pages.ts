import type { ComponentType } from 'react';

/** A server-rendered page. */
export type SitePage = {
  load: () => Promise<ComponentType>;
  /** Its meta description. The home page's is in the settings. */
  description?: string;
  /** The query parameters that its screen reads. */
  reads?: readonly string[];
};

/** The public site's pages. They are in `app/routes.tsx` too, for people who open them from the app. */
export const sitePages: Readonly<Record<string, SitePage>> = {
  '/': { load: () => import('#web/features/home/HomePage.tsx').then((m) => m.HomePage) },
  '/old': {
    load: () => import('#web/features/home/OldPage.tsx').then((m) => m.OldPage),
    description:
      'One screen for every UniFi site you manage: what’s down, since when and how severe, with tickets that open and close automatically.',
  },
  '/packages': {
    load: () => import('#web/features/packages/PackagesPage.tsx').then((m) => m.PackagesPage),
    description:
      'Monthly prices for UniFi monitoring. Compare the controllers, devices, alerts and history of each package, and try one free for 14 days, no card required.',
  },
  '/contact': {
    load: () => import('#web/features/contact/ContactPage.tsx').then((m) => m.ContactPage),
    description:
      'Ask about UniFi monitoring, packages or your account. A person reads and answers every message.',
  },
  '/waitlist': {
    load: () => import('#web/features/waitlist/WaitlistPage.tsx').then((m) => m.WaitlistPage),
    description: 'Leave your email address for a package, and we’ll email you when registration opens.',
    reads: ['packageId', 'packageName'],
  },
  '/privacy': {
    load: () => import('#web/features/legal/PrivacyPage.tsx').then((m) => m.PrivacyPage),
    description: 'What we store about you and your networks, why, for how long, and how to have it deleted.',
  },
  '/terms': {
    load: () => import('#web/features/legal/TermsPage.tsx').then((m) => m.TermsPage),
    description: 'The terms of the service: prices, payment, availability, termination and liability.',
  },
};
