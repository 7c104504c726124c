import { graphql } from '#web/gql/index.ts';

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
