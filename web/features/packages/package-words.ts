import type { PackageFieldsFragment } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { formatNumber, publicLocale } from '#web/lib/format.ts';

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

/** The values of a card: saved ones, or a preview of the form. */
export type Offer = PackageFieldsFragment;

/** Formats a limit. -1 means unlimited. */
export const limitWords = (limit: number): string =>
  limit < 0 ? 'Unlimited' : formatNumber(limit, { locale: publicLocale });

/** The limits of a package, labeled and formatted, in the order of the comparison. */
export const limitsOf = (
  offer: Pick<Offer, 'maxControllers' | 'maxDevices' | 'maxAlertsPerMonth' | 'dataRetentionDays'>,
): readonly [name: string, words: string][] => [
  ['Controllers', limitWords(offer.maxControllers)],
  ['Devices', limitWords(offer.maxDevices)],
  ['Alerts per month', limitWords(offer.maxAlertsPerMonth)],
  ['History', days(offer.dataRetentionDays)],
];

const days = (count: number): string =>
  count === 1 ? '1 day' : `${formatNumber(count, { locale: publicLocale })} days`;
