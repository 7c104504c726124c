import { graphql } from '#web/gql/index.ts';

export const AlertsBegun = graphql(`
  query AlertsBegun($severities: [AlertSeverity!], $since: DateTimeISO, $first: Int!) {
    alertHistory(severities: $severities, since: $since, open: true, first: $first) {
      nodes {
        id
        severity
        message
        deviceName
        siteName
        timestamp
      }
    }
  }
`);
