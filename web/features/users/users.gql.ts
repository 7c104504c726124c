import { graphql } from '#web/gql/index.ts';

export const PersonFields = graphql(`
  fragment PersonFields on User {
    id
    email
    firstName
    lastName
    companyName
    role
    suspended
    emailVerified
    packageName
    stripeSubscriptionId
    createdAt
  }
`);

export const Users = graphql(`
  query Users($search: String, $after: ID, $first: Int) {
    users(search: $search, after: $after, first: $first) {
      ...PersonFields
    }
    userCount(search: $search)
  }
`);

export const UpdateUser = graphql(`
  mutation UpdateUser($id: ID!, $input: UserChanges!) {
    updateUser(id: $id, input: $input) {
      ...PersonFields
    }
  }
`);

export const PersonInDetail = graphql(`
  query PersonInDetail($id: ID!) {
    user(id: $id) {
      ...PersonFields
      websiteUrl
    }
  }
`);

export const PersonAccess = graphql(`
  query PersonAccess($id: ID!) {
    userAccess(id: $id) {
      sessions {
        id
        device
        ipAddress
        createdAt
        lastSeenAt
        current
      }
      failedAttempts
      lockedUntil
      lastSignInAt
      twoFactorEnabled
      recoveryCodesLeft
    }
  }
`);

export const PersonHistory = graphql(`
  query PersonHistory($id: ID!, $first: Int!) {
    auditEntries(subjectId: $id, first: $first) {
      id
      at
      actor
      label
      before
      after
      ipAddress
    }
  }
`);

export const EndUserSessions = graphql(`
  mutation EndUserSessions($id: ID!) {
    endUserSessions(id: $id)
  }
`);

export const ResetTwoFactor = graphql(`
  mutation ResetTwoFactor($id: ID!) {
    resetTwoFactor(id: $id)
  }
`);
