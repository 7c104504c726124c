import type { PackageFieldsFragment } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';

export const PackageFields = graphql(`
  fragment PackageFields on Package {
    id
    name
    description
    price
    currency
    maxControllers
    maxDevices
    maxAlertsPerMonth
    dataRetentionDays
    features
  }
`);

/** What stands in a card: the saved fields, or what is being typed. */
export type Offer = PackageFieldsFragment;

/** A limit in words: -1 is unlimited. */
export const limitWords = (limit: number): string => (limit < 0 ? 'Unlimited' : limit.toLocaleString('en'));

/** The limits of a package in the order in which they are compared, each as its name and its words. */
export const limitsOf = (
  offer: Pick<Offer, 'maxControllers' | 'maxDevices' | 'maxAlertsPerMonth' | 'dataRetentionDays'>,
): readonly [name: string, words: string][] => [
  ['Controllers', limitWords(offer.maxControllers)],
  ['Devices', limitWords(offer.maxDevices)],
  ['Alerts a month', limitWords(offer.maxAlertsPerMonth)],
  ['History', days(offer.dataRetentionDays)],
];

const days = (count: number): string => (count === 1 ? '1 day' : `${count.toLocaleString('en')} days`);
