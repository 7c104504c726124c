import { graphql } from '#web/gql/index.ts';

export const TeamInvitations = graphql(`
  query TeamInvitations {
    teamInvitations {
      ...InvitationFields
    }
  }
`);
