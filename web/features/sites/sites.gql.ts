import { graphql } from '#web/gql/index.ts';

export const SiteFields = graphql(`
  fragment SiteFields on TeamSite {
    id
    name
    hostId
    controllerId
    controllerName
    isMonitored
    tags
    allTags
    openAlertCount
    worstSeverity
    devices {
      ...DeviceCountsFields
    }
    customer {
      id
      ...CustomerMarkFields
    }
  }
`);

export const SiteList = graphql(`
  query SiteList(
    $search: String
    $customerIds: [ID!]
    $tags: [String!]
    $controllerId: ID
    $unassigned: Boolean
    $worstFirst: Boolean!
    $first: Int!
    $skip: Int!
  ) {
    teamSites(
      search: $search
      customerIds: $customerIds
      tags: $tags
      controllerId: $controllerId
      unassigned: $unassigned
      worstFirst: $worstFirst
      first: $first
      skip: $skip
    ) {
      ...SiteFields
    }
    teamSiteCount(
      search: $search
      customerIds: $customerIds
      tags: $tags
      controllerId: $controllerId
      unassigned: $unassigned
    )
  }
`);

export const AssignMatchingSites = graphql(`
  mutation AssignMatchingSites($filter: SiteFilter!, $customerId: ID, $assignmentId: ID!) {
    assignMatchingSites(filter: $filter, customerId: $customerId, assignmentId: $assignmentId) {
      changed
      unchanged
    }
  }
`);

export const UndoSiteAssignment = graphql(`
  mutation UndoSiteAssignment($assignmentId: ID!) {
    undoSiteAssignment(assignmentId: $assignmentId)
  }
`);

export const TagMatchingSites = graphql(`
  mutation TagMatchingSites($filter: SiteFilter!, $add: [String!]!, $remove: [String!]!) {
    tagMatchingSites(filter: $filter, add: $add, remove: $remove) {
      changed
      unchanged
    }
  }
`);
