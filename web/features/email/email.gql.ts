import { graphql } from '#web/gql/index.ts';

export const EmailUsage = graphql(`
  query EmailUsage {
    emailUsage {
      by
      sent
      delivered
      failed
      waiting
      suppressed
    }
  }
`);
