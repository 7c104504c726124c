import { graphql } from '#web/gql/index.ts';

export const AlertHistory = graphql(`
  query AlertHistory(
    $search: String
    $severities: [AlertSeverity!]
    $type: AlertType
    $controllerId: ID
    $siteId: String
    $deviceMac: String
    $open: Boolean
    $since: DateTimeISO
    $until: DateTimeISO
    $first: Int!
    $after: ID
  ) {
    alertHistory(
      search: $search
      severities: $severities
      type: $type
      controllerId: $controllerId
      siteId: $siteId
      deviceMac: $deviceMac
      open: $open
      since: $since
      until: $until
      first: $first
      after: $after
    ) {
      nextCursor
      nodes {
        ...AlertFields
      }
    }
  }
`);

export const AlertHistoryDays = graphql(`
  query AlertHistoryDays(
    $search: String
    $severities: [AlertSeverity!]
    $type: AlertType
    $controllerId: ID
    $siteId: String
    $deviceMac: String
    $open: Boolean
    $since: DateTimeISO
    $until: DateTimeISO
  ) {
    alertHistoryDays(
      search: $search
      severities: $severities
      type: $type
      controllerId: $controllerId
      siteId: $siteId
      deviceMac: $deviceMac
      open: $open
      since: $since
      until: $until
    ) {
      day
      count
    }
    me {
      id
      teamPackage {
        id
        dataRetentionDays
      }
    }
  }
`);
