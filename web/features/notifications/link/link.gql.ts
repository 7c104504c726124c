import { graphql } from '#web/gql/index.ts';

export const AlertByLinkFields = graphql(`
  fragment AlertByLinkFields on AlertByLink {
    severity
    message
    ruleName
    deviceName
    controllerName
    siteName
    since
    resolvedAt
    flappingSince
    acknowledgedAt
    acknowledgedBy
    snoozedUntil
    snoozedBy
    actingAs
    openUrl
  }
`);

export const AlertByLink = graphql(`
  query AlertByLink($token: String!) {
    alertByLink(token: $token) {
      ...AlertByLinkFields
    }
  }
`);

export const AcknowledgeByLink = graphql(`
  mutation AcknowledgeByLink($token: String!, $note: String) {
    acknowledgeByLink(token: $token, note: $note) {
      changed
      alert {
        ...AlertByLinkFields
      }
    }
  }
`);

export const SnoozeByLink = graphql(`
  mutation SnoozeByLink($token: String!, $minutes: Int!) {
    snoozeByLink(token: $token, minutes: $minutes) {
      changed
      alert {
        ...AlertByLinkFields
      }
    }
  }
`);

export const UnsubscribeLink = graphql(`
  query UnsubscribeLink($token: String!) {
    unsubscribeLink(token: $token) {
      address
      teamName
      unsubscribed
    }
  }
`);

export const SubscribeByLink = graphql(`
  mutation SubscribeByLink($token: String!) {
    subscribeByLink(token: $token) {
      address
      teamName
      unsubscribed
    }
  }
`);

export const UnsubscribeByLink = graphql(`
  mutation UnsubscribeByLink($token: String!) {
    unsubscribeByLink(token: $token) {
      address
      teamName
      unsubscribed
    }
  }
`);
