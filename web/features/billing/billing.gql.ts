import type { SubscriptionFieldsFragment } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import type { Unmasked } from '#web/lib/unmasked.ts';

export const PlanStandingFields = graphql(`
  fragment PlanStandingFields on TeamSubscription {
    state
    isActive
    trialEndsAt
    activeUntil
    cancelAt
    pastDueSince
    nextAttemptAt
    stripeSubscriptionId
    canPurchase
    package {
      id
      name
    }
    paymentMethod {
      brand
      last4
      expMonth
      expYear
    }
  }
`);

export const PlanStatusQuery = graphql(`
  query PlanStatusQuery {
    subscription {
      ...PlanStandingFields
    }
  }
`);

export const SubscriptionFields = graphql(`
  fragment SubscriptionFields on TeamSubscription {
    ...PlanStandingFields
    currentPeriodEnd
    amount
    currency
    creditLeft
    package {
      id
      name
      price
      currency
      maxControllers
      maxDevices
      maxAlertsPerMonth
      dataRetentionDays
    }
    pendingPackage {
      id
      name
    }
    usage {
      controllers
      maxControllers
      devices
      maxDevices
      alertsThisMonth
      maxAlertsPerMonth
      dataRetentionDays
      transferredBytes
      controllersBeyond
      devicesBeyond
    }
  }
`);

/** A subscription with its standing. */
export type Subscription = Unmasked<SubscriptionFieldsFragment>;

export const TeamSubscription = graphql(`
  query TeamSubscription {
    subscription {
      ...SubscriptionFields
    }
  }
`);

export const RefreshSubscription = graphql(`
  mutation RefreshSubscription {
    refreshSubscription {
      ...SubscriptionFields
    }
  }
`);

export const Invoices = graphql(`
  query Invoices {
    invoices {
      id
      number
      date
      amount
      amountPaid
      amountRemaining
      currency
      status
      period
      periodStart
      periodEnd
      hasPdf
    }
  }
`);

/** Package fields that visitors may read as well. */
export const PackagesOffered = graphql(`
  query PackagesOffered {
    packages {
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
  }
`);

export const SubscriptionStartFields = graphql(`
  fragment SubscriptionStartFields on SubscriptionStart {
    clientSecret
    confirm
    status
    amount
    currency
    firstPaymentAt
  }
`);

export const CreateSubscription = graphql(`
  mutation CreateSubscription(
    $packageId: ID!
    $currency: Currency
    $attempt: ID
    $savedCard: Boolean! = false
  ) {
    createSubscription(packageId: $packageId, currency: $currency, attempt: $attempt, savedCard: $savedCard) {
      ...SubscriptionStartFields
    }
  }
`);
