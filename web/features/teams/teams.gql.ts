import { graphql } from '#web/gql/index.ts';

export const TeamMemberFields = graphql(`
  fragment TeamMemberFields on TeamMember {
    id
    name
    email
    role
    joinedAt
    you
  }
`);

export const TeamMembers = graphql(`
  query TeamMembers {
    teamMembers {
      ...TeamMemberFields
    }
  }
`);

export const TeamInvitations = graphql(`
  query TeamInvitations {
    teamInvitations {
      ...InvitationFields
    }
  }
`);
