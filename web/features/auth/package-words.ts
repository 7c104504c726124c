type Reach = { maxControllers: number; maxDevices: number };

/** How far a package reaches. -1 is unlimited. */
export const reach = ({ maxControllers, maxDevices }: Reach): string =>
  maxControllers < 0 && maxDevices < 0
    ? 'Unlimited controllers and devices'
    : `${amount(maxControllers, 'controller')}, ${amount(maxDevices, 'device')}`;

const amount = (most: number, noun: string) =>
  most < 0 ? `any number of ${noun}s` : `${most.toLocaleString('en')} ${noun}${most === 1 ? '' : 's'}`;

/** Place in the price list that is flagged, as documented. */
export const MOST_POPULAR = 1;

/** What a package called "free" offers, as documented: always the same. */
const freeFeatures = [
  'Live status of every site',
  'Alerts as they happen',
  'E-mail notifications',
  'No card needed',
];

/** Whether a package has the documented feature list instead of its own. */
export const hasFixedFeatures = ({ name }: { name: string }): boolean => name.trim().toLowerCase() === 'free';

/** What a card lists. */
export const featuresOf = (offer: { name: string; features: readonly string[] }): readonly string[] =>
  hasFixedFeatures(offer) ? freeFeatures : offer.features;
