import { graphql } from '#web/gql/index.ts';

export const DeliveryFields = graphql(`
  fragment DeliveryFields on Delivery {
    id
    kind
    status
    channel
    recipient
    reason
    attempts
    notBefore
    sentAt
    createdAt
    alertId
    integrationId
    entryId
    summaryId
    pausedUntil
    summary {
      id
      status
      reason
      notBefore
      alerts
    }
  }
`);

export const Deliveries = graphql(`
  query Deliveries(
    $integrationId: ID
    $alertId: ID
    $status: DeliveryStatus
    $kind: DeliveryKind
    $first: Int!
    $after: ID
  ) {
    deliveries(
      integrationId: $integrationId
      alertId: $alertId
      status: $status
      kind: $kind
      first: $first
      after: $after
    ) {
      nextCursor
      nodes {
        ...DeliveryFields
        alert {
          id
          type
          ruleName
          deviceName
          siteName
        }
        attemptLog {
          id
          at
          durationMs
          status
          outcome
          answer
        }
      }
    }
  }
`);

/** The team's channels, with the fields that decide whether they would send. */
export const ChannelStates = graphql(`
  query ChannelStates {
    integrations {
      id
      type
      madeFrom
      isActive
      disabledAt
      failingSince
      pausedUntil
      lastDeliveredAt
    }
  }
`);
