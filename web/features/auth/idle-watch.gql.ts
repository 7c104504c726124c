import { graphql } from '#web/gql/index.ts';

export const KeepSession = graphql(`
  mutation KeepSession {
    keepSession
  }
`);
