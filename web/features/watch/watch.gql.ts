import { graphql } from '#web/gql/index.ts';

export const WatchedDevices = graphql(`
  query WatchedDevices($controllerId: ID!, $search: String) {
    devices(controllerId: $controllerId, search: $search, first: 200) {
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
