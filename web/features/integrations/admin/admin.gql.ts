import { graphql } from '#web/gql/index.ts';

export const AllIntegrationTemplates = graphql(`
  query AllIntegrationTemplates {
    allIntegrationTemplates {
      ...IntegrationTemplateFields
      inUse
    }
  }
`);

export const UpdateIntegrationTemplate = graphql(`
  mutation UpdateIntegrationTemplate($id: ID!, $input: IntegrationTemplateChanges!) {
    updateIntegrationTemplate(id: $id, input: $input) {
      ...IntegrationTemplateFields
      inUse
    }
  }
`);
