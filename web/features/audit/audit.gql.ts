import { graphql } from '#web/gql/index.ts';

export const AuditEntries = graphql(`
  query AuditEntries($search: String, $subjectId: ID, $oldestFirst: Boolean, $before: ID, $first: Int!) {
    auditEntries(
      search: $search
      subjectId: $subjectId
      oldestFirst: $oldestFirst
      before: $before
      first: $first
    ) {
      id
      at
      actor
      action
      label
      subject
      before
      after
      ipAddress
    }
  }
`);

export const AuditIntegrity = graphql(`
  query AuditIntegrity {
    auditIntegrity {
      intact
      entries
      brokenAt
      fingerprint
    }
  }
`);
