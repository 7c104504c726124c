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

export const PriceList = graphql(`
  query PriceList {
    packages {
      ...PackageFields
    }
  }
`);

/** Which package the team has, and how far it has come with it. */
export const PackageInUse = graphql(`
  query PackageInUse {
    subscription {
      state
      cancelAt
      pastDueSince
      stripeSubscriptionId
      package {
        id
      }
    }
  }
`);
