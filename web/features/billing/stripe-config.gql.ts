import { graphql } from '#web/gql/index.ts';

/** Whether packages are for sale, and the publishable key. */
export const StripeConfig = graphql(`
  query StripeConfig {
    stripeConfig {
      stripePublishableKey
      purchasingEnabled
    }
  }
`);
