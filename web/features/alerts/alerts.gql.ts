import { graphql } from '#web/gql/index.ts';

export const AlertControllers = graphql(`
  query AlertControllers {
    controllers {
      ...AlertControllerFields
    }
  }
`);
