import { graphql } from '#web/gql/index.ts';

/** Whether anything is sold, and the key to pay with: for the price list, for paying, and for the operator's switch. */
export const StripeConfig = graphql(`
  query StripeConfig {
    stripeConfig {
      stripePublishableKey
      purchasingEnabled
    }
  }
`);
