import { graphql } from '#web/gql/index.ts';

export const Me = graphql(`
  query Me {
    me {
      ...SessionUserFields
    }
  }
`);

export const SignOut = graphql(`
  mutation SignOut {
    signOut
  }
`);

export const ClearLockout = graphql(`
  mutation ClearLockout($id: ID!) {
    clearLockout(id: $id)
  }
`);
