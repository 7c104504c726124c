import { formatNumber, publicLocale } from '#web/lib/format.ts';
type Reach = { maxControllers: number; maxDevices: number };

/** A package's limits. -1 is unlimited. */
export const reach = ({ maxControllers, maxDevices }: Reach): string =>
  maxControllers < 0 && maxDevices < 0
    ? 'Unlimited controllers and devices'
    : `${amount(maxControllers, 'controller')}, ${amount(maxDevices, 'device')}`;

const amount = (most: number, noun: string) =>
  most < 0
    ? `unlimited ${noun}s`
    : `${formatNumber(most, { locale: publicLocale })} ${noun}${most === 1 ? '' : 's'}`;

/** Index of the flagged package in the price list, as documented. */
export const MOST_POPULAR = 1;

/** The fixed feature list of a package named "free", as documented. */
const freeFeatures = [
  'Live status of every site',
  'Real-time alerts',
  'Email notifications',
  'No card required',
];

/** Whether a package shows the documented feature list instead of its own. */
export const hasFixedFeatures = ({ name }: { name: string }): boolean => name.trim().toLowerCase() === 'free';

export const featuresOf = (offer: { name: string; features: readonly string[] }): readonly string[] =>
  hasFixedFeatures(offer) ? freeFeatures : offer.features;
