import { graphql } from '#web/gql/index.ts';

export const PushSettingsFields = graphql(`
  fragment PushSettingsFields on PushSettings {
    id
    publicKey
    severities
    criticalInQuietHours
    subscriptions {
      id
      name
      endpointHash
      lastAcceptedAt
      createdAt
    }
  }
`);

export const PushSettings = graphql(`
  query PushSettings {
    pushSettings {
      ...PushSettingsFields
    }
  }
`);

export const SubscribeToPush = graphql(`
  mutation SubscribeToPush($input: PushSubscriptionInput!) {
    subscribeToPush(input: $input) {
      ...PushSettingsFields
    }
  }
`);
