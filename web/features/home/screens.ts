export type ScreenName = 'controllers' | 'halopsa' | 'rules' | 'alerts' | 'sites' | 'overview';

/** The pixel sizes that `npm run pictures` produces. */
const wide = [1600, 1000] as const;
const phone = [780, 980] as const;

/** The pictures in `public/pictures`, each for both themes, wide and phone. */
export const screens: Record<
  ScreenName,
  { wide: readonly [number, number]; phone: readonly [number, number]; alt: string }
> = {
  controllers: {
    wide,
    phone,
    alt: 'Adding a controller: a name and the API key of its console.',
  },
  halopsa: {
    wide,
    phone,
    alt: 'The settings of HaloPSA: which alerts of a controller open tickets, for which client and site.',
  },
  rules: {
    wide,
    phone,
    alt: 'The list of alert rules: each rule’s condition, duration and channels.',
  },
  alerts: {
    wide,
    phone,
    alt: 'A site’s current alerts: what’s wrong, how severe it is and since when.',
  },
  sites: {
    wide,
    phone,
    alt: 'The sites of a controller, each with the number of its devices.',
  },
  overview: {
    wide,
    phone,
    alt: 'The dashboard: devices online and offline, traffic, open alerts and uptime, and every controller below.',
  },
};
