import type { ApolloCache } from '@apollo/client';
import { graphql } from '#web/gql/index.ts';

/** What marks a customer wherever it is named. */
export const CustomerMarkFields = graphql(`
  fragment CustomerMarkFields on Customer {
    id
    name
    color
  }
`);

/** A customer with what is wrong there. */
export const CustomerFields = graphql(`
  fragment CustomerFields on Customer {
    id
    name
    color
    tags
    haloClientId
    haloClientName
    siteCount
    sitesUnknown
    openAlertCount
    worstSeverity
    devices {
      ...DeviceCountsFields
    }
    ...CustomerMarkFields
  }
`);

export const CustomerList = graphql(`
  query CustomerList($search: String, $worstFirst: Boolean!, $first: Int!, $skip: Int!) {
    customers(search: $search, worstFirst: $worstFirst, first: $first, skip: $skip) {
      ...CustomerFields
    }
    customerCount(search: $search)
  }
`);

/** Choices of a field: those that a search finds, and those that are chosen. */
export const CustomerChoices = graphql(`
  query CustomerChoices($search: String, $ids: [ID!]!) {
    found: customers(search: $search, first: 60) {
      ...CustomerMarkFields
    }
    chosen: customers(ids: $ids) {
      ...CustomerMarkFields
    }
  }
`);

export const SiteTags = graphql(`
  query SiteTags {
    siteTags {
      tag
      sites
    }
  }
`);

export const CreateCustomer = graphql(`
  mutation CreateCustomer($input: CustomerInput!) {
    createCustomer(input: $input) {
      ...CustomerFields
    }
  }
`);

export const UpdateCustomer = graphql(`
  mutation UpdateCustomer($id: ID!, $input: CustomerChanges!) {
    updateCustomer(id: $id, input: $input) {
      ...CustomerFields
    }
  }
`);

export const DeleteCustomer = graphql(`
  mutation DeleteCustomer($id: ID!) {
    deleteCustomer(id: $id)
  }
`);

/** Lists, counts and choices that follow a change to customers, sites or tags. Those on screen load again. */
export function forgetLists(cache: ApolloCache): void {
  for (const fieldName of ['customers', 'customerCount', 'siteTags', 'teamSites', 'teamSiteCount'])
    cache.evict({ fieldName });
}
