import { graphql } from '#web/gql/index.ts';

/** Put it into the query of a form, beside the part itself: what was read together belongs together. */
export const ContentStateFields = graphql(`
  fragment ContentStateFields on ContentState {
    part
    version
  }
`);

export const RevisionFields = graphql(`
  fragment RevisionFields on Revision {
    id
    version
    by
    at
    revertOf
    changes {
      field
      before
      after
    }
  }
`);

export const Revisions = graphql(`
  query Revisions($part: ContentPart!, $first: Int) {
    revisions(part: $part, first: $first) {
      ...RevisionFields
    }
  }
`);

export const RevertRevision = graphql(`
  mutation RevertRevision($id: ID!) {
    revertRevision(id: $id) {
      ...RevisionFields
    }
  }
`);
