import { graphql } from '#web/gql/index.ts';

export const PlatformStanding = graphql(`
  query PlatformStanding {
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
