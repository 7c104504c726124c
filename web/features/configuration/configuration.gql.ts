import { graphql } from '#web/gql/index.ts';

export const ConfigurationChangeFields = graphql(`
  fragment ConfigurationChangeFields on ConfigurationChange {
    section
    kind
    name
    line
    fields {
      field
      before
      after
    }
  }
`);

export const PreviewConfiguration = graphql(`
  mutation PreviewConfiguration($file: String!) {
    previewConfiguration(file: $file) {
      basedOn
      changes {
        ...ConfigurationChangeFields
      }
      unchanged
      problems {
        line
        message
      }
      toEnter
    }
  }
`);

export const ApplyConfiguration = graphql(`
  mutation ApplyConfiguration($file: String!, $basedOn: String!) {
    applyConfiguration(file: $file, basedOn: $basedOn) {
      changes {
        ...ConfigurationChangeFields
      }
      toEnter
      signingSecret
    }
  }
`);
