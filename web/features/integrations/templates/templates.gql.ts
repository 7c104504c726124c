import { graphql } from '#web/gql/index.ts';

export const IntegrationTemplateFields = graphql(`
  fragment IntegrationTemplateFields on IntegrationTemplate {
    id
    name
    type
    description
    icon
    configSchema
    isActive
  }
`);

export const IntegrationTemplates = graphql(`
  query IntegrationTemplates {
    integrationTemplates {
      ...IntegrationTemplateFields
    }
  }
`);
