import { graphql } from '#web/gql/index.ts';

export const WatchedControllers = graphql(`
  query WatchedControllers {
    controllers {
      id
    }
  }
`);
