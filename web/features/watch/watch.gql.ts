import { graphql } from '#web/gql/index.ts';

export const WatchedDevices = graphql(`
  query WatchedDevices($controllerId: ID!, $siteId: String, $search: String) {
    devices(controllerId: $controllerId, siteId: $siteId, search: $search, first: 200) {
      id
      name
      model
      mac
      state
      stateSince
      overLimit
    }
  }
`);
