import { graphql } from '#web/gql/index.ts';

export const CurrentAnnouncement = graphql(`
  query CurrentAnnouncement {
    announcement {
      text
      since
    }
  }
`);
