import { graphql } from '#web/gql/index.ts';

export const PaymentSettingsFields = graphql(`
  fragment PaymentSettingsFields on PaymentSettings {
    stripePublishableKey
    stripeSecretKey
    stripeWebhookSecret
    livemode
    webhookUrl
    reconciledAt
  }
`);
