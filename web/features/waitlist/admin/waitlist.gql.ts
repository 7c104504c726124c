import { graphql } from '#web/gql/index.ts';

export const WaitlistEntries = graphql(`
  query WaitlistEntries($search: String, $sort: WaitlistSort, $descending: Boolean, $skip: Int, $first: Int) {
    waitlist(search: $search, sort: $sort, descending: $descending, skip: $skip, first: $first) {
      id
      email
      packageName
      unsubscribedAt
      createdAt
    }
    waitlistCount(search: $search)
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
