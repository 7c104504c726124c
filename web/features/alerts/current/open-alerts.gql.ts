import type { ApolloClient } from '@apollo/client';
import type {
  AlertFilter,
  AlertGrouping,
  AlertOrder,
  OpenAlertCountsQuery,
  OpenAlertsQuery,
} from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { type Unmasked, unmasked } from '#web/lib/unmasked.ts';

export const OpenAlerts = graphql(`
  query OpenAlerts(
    $filter: AlertFilter
    $order: AlertOrder!
    $first: Int!
    $after: String
    $before: String
    $skip: Int!
    $counted: Boolean!
  ) {
    openAlerts(filter: $filter, order: $order, first: $first, after: $after, before: $before, skip: $skip) {
      cursor
      nextCursor
      previousCursor
      totalCount @include(if: $counted)
      newCount @include(if: $counted)
      severityCounts @include(if: $counted) {
        severity
        count
      }
      ...OpenAlertRows
    }
  }
`);

/** The rows of a page, which are kept in the cache by their IDs. The page itself isn't. */
const OpenAlertRows = graphql(`
  fragment OpenAlertRows on OpenAlertPage {
    nodes {
      id
      severity
      since
      type
      siteId
      resolvedAt
      customer {
        id
      }
      ...AlertRowFields
    }
  }
`);

export const OpenAlertCounts = graphql(`
  query OpenAlertCounts(
    $filter: AlertFilter
    $by: AlertGrouping!
    $isGrouped: Boolean!
    $first: Int!
    $skip: Int!
  ) {
    openAlerts(filter: $filter, first: 1) {
      cursor
      totalCount
      newCount
      severityCounts {
        severity
        count
      }
    }
    openAlertGroups(by: $by, filter: $filter, first: $first, skip: $skip) @include(if: $isGrouped) {
      key
      type
      siteName
      customerName
      customerColor
      count
      newCount
      siteCount
      severity
      oldest
    }
  }
`);

export const OpenAlertChanged = graphql(`
  subscription OpenAlertChanged($controllerId: ID, $filter: AlertFilter!, $after: String) {
    alertChanged(controllerId: $controllerId, after: $after) {
      change
      cursor
      matches(filter: $filter)
      alert {
        id
        type
        siteId
        customer {
          id
        }
        ...AlertFields
      }
    }
  }
`);

/** What a list shows, and how. */
export type View = { filter: AlertFilter; order: AlertOrder; by?: AlertGrouping };

export type Group = NonNullable<OpenAlertCountsQuery['openAlertGroups']>[number];

/** Groups per request. */
export const GROUPS = 200;

type Page = { first: number; after?: string; before?: string; skip?: number; counted?: boolean };

/** Requests a page of a view, within some groups if given, and writes its alerts to the cache. */
export async function requestPage(
  client: ApolloClient,
  { filter, order }: View,
  page: Page,
  inGroups?: AlertFilter['inGroups'],
): Promise<Unmasked<OpenAlertsQuery['openAlerts']>> {
  const { data } = await client.query({
    query: OpenAlerts,
    variables: {
      filter: { ...filter, ...(inGroups && { inGroups }) },
      order,
      skip: 0,
      counted: false,
      ...page,
    },
    fetchPolicy: 'no-cache',
  });
  if (!data) throw new Error('The response has no data');
  const answer = unmasked(data.openAlerts);
  client.writeFragment({
    // Each page replaces the one before, so that only alerts remain.
    id: 'OpenAlertPage',
    fragment: OpenAlertRows,
    fragmentName: 'OpenAlertRows',
    data: answer,
  });
  return answer;
}

/** Requests how many alerts a view has, and its groups beyond the first so many. */
export async function requestCounts(
  client: ApolloClient,
  { filter, by }: View,
  skip: number,
): Promise<OpenAlertCountsQuery> {
  const { data } = await client.query({
    query: OpenAlertCounts,
    variables: { filter, by: by ?? 'site', isGrouped: by !== undefined, first: GROUPS, skip },
    fetchPolicy: 'no-cache',
  });
  if (!data) throw new Error('The response has no data');
  return data;
}
