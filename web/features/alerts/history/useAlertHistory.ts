import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { graphql } from '#web/gql/index.ts';
import { useTableParams } from '#web/lib/table-params.ts';
import { pagePolicies, useLoadMore } from '#web/ui/useLoadMore.ts';
import { asked, everyDay, filterNames, queryOf } from './HistoryFilters.tsx';

export const AlertHistory = graphql(`
  query AlertHistory(
    $search: String
    $severities: [AlertSeverity!]
    $type: AlertType
    $controllerId: ID
    $siteId: String
    $deviceMac: String
    $customerIds: [ID!]
    $unassigned: Boolean
    $tags: [String!]
    $month: String
    $planned: Boolean
    $acknowledged: Boolean
    $resolution: AlertResolution
    $open: Boolean
    $since: DateTimeISO
    $until: DateTimeISO
    $first: Int!
    $after: ID
  ) {
    alertHistory(
      search: $search
      severities: $severities
      type: $type
      controllerId: $controllerId
      siteId: $siteId
      deviceMac: $deviceMac
      customerIds: $customerIds
      unassigned: $unassigned
      tags: $tags
      month: $month
      planned: $planned
      acknowledged: $acknowledged
      resolution: $resolution
      open: $open
      since: $since
      until: $until
      first: $first
      after: $after
    ) {
      nextCursor
      nodes {
        id
        deviceName
        ...HistoryRowFields
      }
    }
  }
`);

export const AlertHistoryDays = graphql(`
  query AlertHistoryDays(
    $search: String
    $severities: [AlertSeverity!]
    $type: AlertType
    $controllerId: ID
    $siteId: String
    $deviceMac: String
    $customerIds: [ID!]
    $unassigned: Boolean
    $tags: [String!]
    $month: String
    $planned: Boolean
    $acknowledged: Boolean
    $resolution: AlertResolution
    $open: Boolean
    $since: DateTimeISO
    $until: DateTimeISO
  ) {
    alertHistoryDays(
      search: $search
      severities: $severities
      type: $type
      controllerId: $controllerId
      siteId: $siteId
      deviceMac: $deviceMac
      customerIds: $customerIds
      unassigned: $unassigned
      tags: $tags
      month: $month
      planned: $planned
      acknowledged: $acknowledged
      resolution: $resolution
      open: $open
      since: $since
      until: $until
    ) {
      day
      count
    }
    me {
      id
      teamPackage {
        id
        dataRetentionDays
      }
    }
  }
`);

/** Alerts per page. */
const PAGE = 50;

/** The alerts that match the filters in the address, newest first and paged, and the daily counts. */
export function useAlertHistory() {
  const [now] = useState(() => new Date());
  const list = useTableParams({
    sorts: [],
    usual: { by: 'raised', descending: true },
    filters: filterNames,
  });
  const search = asked(list.search, list.chosen, now);
  const counted = useQuery(AlertHistoryDays, { variables: search, ...pagePolicies });
  const variables = { ...search, first: PAGE };
  const { data, previousData, error, loading, refetch, fetchMore } = useQuery(AlertHistory, {
    variables,
    ...pagePolicies,
  });
  // Keep the previous results while the next search runs.
  const known = data ?? (error ? undefined : previousData);
  const page = known?.alertHistory;
  const course = counted.data ?? counted.previousData;
  const kept = course?.me.teamPackage?.dataRetentionDays;

  const { loadMore, loadingMore } = useLoadMore('alerts', () =>
    fetchMore({ variables: { after: page?.nextCursor } }),
  );
  return {
    list,
    alerts: page?.nodes,
    days: course && everyDay(course.alertHistoryDays, search, now, kept),
    error: known ? undefined : error,
    searching: loading && !data,
    refetch: () => Promise.all([refetch(), counted.refetch()]),
    loadMore: data?.alertHistory.nextCursor ? loadMore : undefined,
    loadingMore,
    /** Address of the CSV with all matching alerts. */
    csv: `/api/alert-history/csv?${queryOf(search)}`,
  };
}
