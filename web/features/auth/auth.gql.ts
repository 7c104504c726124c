import { graphql } from '#web/gql/index.ts';

export const SessionUserFields = graphql(`
  fragment SessionUserFields on User {
    id
    email
    firstName
    lastName
    companyName
    role
    twoFactorEnabled
    mustSetUpTwoFactor
    sessionTimeout
    teamRole
    team {
      id
      name
      timeZone
    }
  }
`);

export const Me = graphql(`
  query Me {
    me {
      ...SessionUserFields
    }
  }
`);

export const SignIn = graphql(`
  mutation SignIn($input: SignInInput!) {
    signIn(input: $input) {
      user {
        ...SessionUserFields
      }
      token
      requiresMFA
      userId
    }
  }
`);

export const ConfirmIdentity = graphql(`
  mutation ConfirmIdentity($input: ConfirmIdentityInput!) {
    confirmIdentity(input: $input)
  }
`);

export const SignOut = graphql(`
  mutation SignOut {
    signOut
  }
`);
