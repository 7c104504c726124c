import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useTableAddress } from '#web/lib/table-address.ts';
import { pagePolicies, useLoadMore } from '#web/ui/useLoadMore.ts';
import { asked, everyDay, filterNames, queryOf } from './history-filters.ts';
import { AlertHistory, AlertHistoryDays } from './history.gql.ts';

/** Alerts that come at once. */
const PAGE = 50;

/** The alerts that the address asks for, newest first, page by page, and how many there were each day. */
export function useAlertHistory() {
  const [now] = useState(() => new Date());
  const list = useTableAddress({
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
  // What was found last stays while the next search runs.
  const known = data ?? (error ? undefined : previousData);
  const page = known?.alertHistory;
  const course = counted.data ?? counted.previousData;
  const kept = course?.me.teamPackage?.dataRetentionDays;

  const { loadMore, loadingMore } = useLoadMore('alerts', () =>
    fetchMore({
      variables: { after: page?.nextCursor },
      updateQuery: (before, { fetchMoreResult: { alertHistory: more } }) => ({
        alertHistory: { ...more, nodes: [...before.alertHistory.nodes, ...more.nodes] },
      }),
    }),
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
    /** All of it as a file. */
    csv: `/api/alert-history/csv?${queryOf(search)}`,
  };
}
