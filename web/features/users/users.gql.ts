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
