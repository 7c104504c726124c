import { graphql } from '#web/gql/index.ts';

export const RuleKept = graphql(`
  query RuleKept($alertId: ID!) {
    alertRuleThen(alertId: $alertId) {
      condition
      threshold
      isUsualThreshold
      duration
      controllerId
      siteId
      channels
    }
  }
`);

export const AlertsOfDevice = graphql(`
  query AlertsOfDevice(
    $controllerId: ID!
    $deviceMac: String
    $siteId: String
    $type: AlertType
    $first: Int!
    $after: ID
  ) {
    alertHistory(
      controllerId: $controllerId
      deviceMac: $deviceMac
      siteId: $siteId
      type: $type
      first: $first
      after: $after
    ) {
      nextCursor
      nodes {
        id
        severity
        type
        timestamp
        resolvedAt
        ruleName
      }
    }
  }
`);
