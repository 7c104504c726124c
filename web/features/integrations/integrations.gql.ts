import { graphql } from '#web/gql/index.ts';

export const IntegrationFields = graphql(`
  fragment IntegrationFields on Integration {
    id
    type
    templateId
    madeFrom
    config
    isActive
    lastDeliveredAt
    lastFailureAt
    lastFailure
    failingSince
    disabledAt
    pausedUntil
    createdAt
    customerIds
    tags
    limitedTo
    weeklyBudget
    messagesThisWeek
    proof {
      state
      text
      provenAt
      failingSince
      nextAt
    }
  }
`);

export const Integrations = graphql(`
  query Integrations {
    integrations {
      ...IntegrationFields
    }
  }
`);

export const CreateIntegration = graphql(`
  mutation CreateIntegration($input: IntegrationInput!) {
    createIntegration(input: $input) {
      ...IntegrationFields
      signingSecret
    }
  }
`);

export const UpdateIntegration = graphql(`
  mutation UpdateIntegration($id: ID!, $input: IntegrationChanges!) {
    updateIntegration(id: $id, input: $input) {
      ...IntegrationFields
    }
  }
`);

export const CheckIntegration = graphql(`
  mutation CheckIntegration($id: ID!) {
    checkIntegration(id: $id) {
      ...IntegrationFields
    }
  }
`);

export const DeleteIntegration = graphql(`
  mutation DeleteIntegration($id: ID!) {
    deleteIntegration(id: $id)
  }
`);
