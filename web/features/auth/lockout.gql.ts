import { graphql } from '#web/gql/index.ts';

export const ClearLockout = graphql(`
  mutation ClearLockout($id: ID!) {
    clearLockout(id: $id)
  }
`);
