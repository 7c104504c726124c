import { graphql } from '#web/gql/index.ts';

export const PriceList = graphql(`
  query PriceList {
    packages {
      ...PackageFields
    }
  }
`);
