import { graphql } from '#web/gql/index.ts';

export const ContactInbox = graphql(`
  query ContactInbox(
    $status: ContactStatus
    $search: String
    $oldestFirst: Boolean
    $before: ID
    $first: Int
  ) {
    contactSubmissions(
      status: $status
      search: $search
      oldestFirst: $oldestFirst
      before: $before
      first: $first
    ) {
      ...ContactSubmissionFields
    }
  }
`);

export const ContactMessage = graphql(`
  query ContactMessage($id: ID!) {
    contactSubmission(id: $id) {
      ...ContactSubmissionFields
    }
    contactReplies(id: $id) {
      id
      message
      by
      at
    }
  }
`);

export const ContactFigures = graphql(`
  query ContactFigures {
    contactFigures {
      unread
      open
      answered
      medianSeconds
      worstSeconds
      late
      overdue
      oldestOpenAt
      promisedHours
    }
  }
`);

export const UpdateContactSubmission = graphql(`
  mutation UpdateContactSubmission($id: ID!, $input: UpdateContactInput!) {
    updateContactSubmission(id: $id, input: $input) {
      ...ContactSubmissionFields
    }
  }
`);

export const SavedReplies = graphql(`
  query SavedReplies {
    savedReplies {
      id
      title
      text
    }
  }
`);
