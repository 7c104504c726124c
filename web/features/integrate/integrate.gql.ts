import { graphql } from '#web/gql/index.ts';

export const WatchedControllers = graphql(`
  query WatchedControllers {
    controllers {
      id
    }
  }
`);

export const ApiLimits = graphql(`
  query ApiLimits {
    apiLimits {
      requestsPerMinute
      costPerMinute
      cost
      depth
      aliases
      directives
      tokens
      rows
      bodyBytes
    }
  }
`);
