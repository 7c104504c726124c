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

export const PaymentSettings = graphql(`
  query PaymentSettings {
    paymentSettings {
      ...PaymentSettingsFields
    }
  }
`);

export const SavePaymentSettings = graphql(`
  mutation SavePaymentSettings($input: PaymentSettingsInput!) {
    savePaymentSettings(input: $input) {
      ...PaymentSettingsFields
    }
  }
`);

export const SetPurchasingEnabled = graphql(`
  mutation SetPurchasingEnabled($enabled: Boolean!) {
    setPurchasingEnabled(enabled: $enabled) {
      stripePublishableKey
      purchasingEnabled
    }
  }
`);

export const TestStripe = graphql(`
  mutation TestStripe {
    testStripe {
      success
      message
    }
  }
`);

export const StripeEventFields = graphql(`
  fragment StripeEventFields on StripeEvent {
    id
    stripeId
    type
    objectId
    customerId
    status
    failure
    attempts
    receivedAt
    appliedAt
  }
`);

export const StripeEvents = graphql(`
  query StripeEvents(
    $after: ID
    $first: Int
    $status: StripeEventStatus
    $search: String
    $oldestFirst: Boolean
  ) {
    stripeEvents(after: $after, first: $first, status: $status, search: $search, oldestFirst: $oldestFirst) {
      ...StripeEventFields
    }
  }
`);

export const ReplayStripeEvent = graphql(`
  mutation ReplayStripeEvent($id: ID!) {
    replayStripeEvent(id: $id) {
      ...StripeEventFields
    }
  }
`);

export const BillingDrift = graphql(`
  query BillingDrift {
    billingDrift {
      teamName
      what
      stored
      atStripe
      mended
    }
  }
`);

export const ReconcileBilling = graphql(`
  mutation ReconcileBilling {
    reconcileBilling {
      teamName
      what
      stored
      atStripe
      mended
    }
  }
`);
