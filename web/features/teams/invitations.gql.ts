import { graphql } from '#web/gql/index.ts';

export const InvitationFields = graphql(`
  fragment InvitationFields on Invitation {
    id
    email
    role
    expiresAt
    createdAt
  }
`);

export const TeamInvitations = graphql(`
  query TeamInvitations {
    teamInvitations {
      ...InvitationFields
    }
  }
`);

export const InviteMember = graphql(`
  mutation InviteMember($input: InvitationInput!) {
    inviteMember(input: $input) {
      ...InvitationFields
    }
  }
`);

export const ResendInvitation = graphql(`
  mutation ResendInvitation($id: ID!) {
    resendInvitation(id: $id) {
      ...InvitationFields
    }
  }
`);

export const RevokeInvitation = graphql(`
  mutation RevokeInvitation($id: ID!) {
    revokeInvitation(id: $id)
  }
`);

export const InvitationByToken = graphql(`
  query InvitationByToken($token: String!) {
    invitation(token: $token) {
      state
      email
      teamId
      teamName
      invitedBy
      role
      hasAccount
    }
  }
`);

export const AcceptInvitation = graphql(`
  mutation AcceptInvitation($input: AcceptInvitationInput!) {
    acceptInvitation(input: $input) {
      message
    }
  }
`);
