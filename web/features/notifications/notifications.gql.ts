import { graphql } from '#web/gql/index.ts';

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
      proof {
        state
      }
    }
  }
`);
