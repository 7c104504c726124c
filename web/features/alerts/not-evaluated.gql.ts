import { graphql } from '#web/gql/index.ts';

export const NotEvaluatedFields = graphql(`
  fragment NotEvaluatedFields on NotEvaluated {
    since
    reason
    conditions
    controllerId
    deviceCount
  }
`);

export const NotEvaluatedRules = graphql(`
  query NotEvaluatedRules {
    alertRules {
      id
      notEvaluated {
        ...NotEvaluatedFields
      }
    }
  }
`);

export const NotEvaluatedControllers = graphql(`
  query NotEvaluatedControllers {
    controllers {
      id
      notEvaluated {
        ...NotEvaluatedFields
      }
    }
  }
`);
