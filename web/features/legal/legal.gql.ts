import { graphql } from '#web/gql/index.ts';

export const TermsCurrencies = graphql(`
  query TermsCurrencies {
    packages {
      id
      currency
    }
  }
`);
