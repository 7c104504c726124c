import { graphql } from '#web/gql/index.ts';

export const PendingEmail = graphql(`
  query PendingEmail {
    pendingEmailChange {
      email
      expiresAt
    }
  }
`);

export const AccountSessions = graphql(`
  query AccountSessions {
    sessions {
      id
      device
      ipAddress
      createdAt
      lastSeenAt
      current
    }
  }
`);

export const ApiTokens = graphql(`
  query ApiTokens {
    apiTokens {
      ...ApiTokenFields
    }
  }
`);
