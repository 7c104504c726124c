import { graphql } from '#web/gql/index.ts';

export const Delays = graphql(`
  query Delays {
    teamDelays {
      readings {
        controllerId
        controllerName
        dueAt
      }
      messagesSince
    }
  }
`);
