import { graphql } from '#web/gql/index.ts';

/** The state of each component, which the banner polls and other parts read. */
export const PlatformStatus = graphql(`
  query PlatformStatus {
    platformHealth {
      state
      checks {
        part
        state
        says
      }
    }
  }
`);
