import { graphql } from '#web/gql/index.ts';

export const WaitlistEntries = graphql(`
  query WaitlistEntries($search: String, $after: ID, $first: Int) {
    waitlist(search: $search, after: $after, first: $first) {
      id
      email
      packageName
      unsubscribedAt
      createdAt
    }
  }
`);

export const WaitlistFigures = graphql(`
  query WaitlistFigures {
    waitlistSummary {
      count
      mostPopular
      lastSevenDays
      unsubscribed
      perPackage {
        packageId
        packageName
        count
      }
    }
  }
`);

export const DeleteWaitlistEntry = graphql(`
  mutation DeleteWaitlistEntry($id: ID!) {
    deleteWaitlistEntry(id: $id)
  }
`);
