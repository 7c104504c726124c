import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { pagePolicies, useLoadMore } from '#web/ui/useLoadMore.ts';
import { AuditEntries } from './audit.gql.ts';

/** Entries that come at once. */
const PAGE = 50;

/** The entries that a search finds, page by page. What was found last stays while the next search runs. */
export function useAuditLog(search: string, oldestFirst: boolean) {
  const variables = { search: search || null, oldestFirst, first: PAGE };
  const asked = `${oldestFirst} ${search}`;
  const { data, previousData, error, loading, refetch, fetchMore } = useQuery(AuditEntries, {
    variables,
    ...pagePolicies,
  });
  const [endOf, setEndOf] = useState<string>();
  const known = data ?? (error ? undefined : previousData);
  const entries = data?.auditEntries ?? [];
  const last = entries.at(-1);

  const { loadMore, loadingMore } = useLoadMore('entries', () =>
    fetchMore({
      variables: { before: last?.id },
      updateQuery: (before, { fetchMoreResult: more }) => {
        if (more.auditEntries.length < PAGE) setEndOf(asked);
        return { auditEntries: [...before.auditEntries, ...more.auditEntries] };
      },
    }),
  );

  const isFull = entries.length > 0 && entries.length % PAGE === 0;
  return {
    entries: known?.auditEntries,
    error: known ? undefined : error,
    searching: loading && !data,
    loadMore: isFull && endOf !== asked ? loadMore : undefined,
    loadingMore,
    refetch,
  };
}
