import { graphql } from '#web/gql/index.ts';

export const ExplainDevice = graphql(`
  query ExplainDevice($controllerId: ID!, $deviceId: ID!, $at: DateTimeISO) {
    deviceExplanation(controllerId: $controllerId, deviceId: $deviceId, at: $at) {
      device {
        id
        name
        model
        mac
        state
        stateReason
        reportedState
        stateSince
        overLimit
        notEvaluated {
          ...NotEvaluatedFields
        }
      }
      at
      look
      measuredAt
      state
      rules {
        ruleId
        ruleName
        outcome
        saw
        followed
        alertId
      }
      elsewhere
    }
  }
`);
