export type ScreenName = 'controllers' | 'halopsa' | 'rules' | 'alerts' | 'sites' | 'overview';

/** Pixels of the pictures, as `npm run pictures` takes them. */
const wide = [1600, 1000] as const;
const phone = [780, 980] as const;

/** The pictures in `public/pictures`: each of them once per theme, wide and of a phone. */
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
    alt: 'The list of alert rules: what each looks for, how long it must hold, and who is told.',
  },
  alerts: {
    wide,
    phone,
    alt: 'Current alerts of a site: what is wrong, how bad it is and since when.',
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
