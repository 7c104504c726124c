import { graphql } from '#web/gql/index.ts';

export const PlatformHealth = graphql(`
  query PlatformHealth {
    platformHealth {
      state
      checkedAt
      checks {
        ...HealthCheckFields
      }
    }
  }

  fragment HealthCheckFields on HealthCheck {
    part
    state
    says
    advice
    facts {
      ...HealthFactFields
    }
    troubles {
      ...HealthFactFields
    }
  }

  fragment HealthFactFields on HealthFact {
    label
    value
    at
  }
`);

export const RerunFailedJobs = graphql(`
  mutation RerunFailedJobs($task: String!) {
    rerunFailedJobs(task: $task)
  }
`);
