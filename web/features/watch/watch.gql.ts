import { graphql } from '#web/gql/index.ts';

export const WatchedDevices = graphql(`
  query WatchedDevices($controllerId: ID!, $siteId: String, $search: String, $first: Int!, $after: ID) {
    devices(
      controllerId: $controllerId
      siteId: $siteId
      search: $search
      first: $first
      worstFirst: true
      after: $after
    ) {
      id
      name
      model
      mac
      state
      stateReason
      reportedState
      stateSince
      overLimit
    }
  }
`);
