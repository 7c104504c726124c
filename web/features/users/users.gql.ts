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
    lastSignInAt
  }
`);

export const Users = graphql(`
  query Users(
    $search: String
    $status: UserStatus
    $role: UserRole
    $subscription: UserSubscription
    $joinedSince: String
    $joinedUntil: String
    $sort: UserSort
    $descending: Boolean
    $after: ID
    $skip: Int
    $first: Int
  ) {
    users(
      search: $search
      status: $status
      role: $role
      subscription: $subscription
      joinedSince: $joinedSince
      joinedUntil: $joinedUntil
      sort: $sort
      descending: $descending
      after: $after
      skip: $skip
      first: $first
    ) {
      ...PersonFields
    }
    userCount(
      search: $search
      status: $status
      role: $role
      subscription: $subscription
      joinedSince: $joinedSince
      joinedUntil: $joinedUntil
    )
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
