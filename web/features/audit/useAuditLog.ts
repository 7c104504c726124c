import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { toast } from '#web/ui/toaster.tsx';
import { AuditEntries } from './audit.gql.ts';

/** Entries that come at once. */
const PAGE = 50;

/** The entries that a search finds, page by page. What was found last stays while the next search runs. */
export function useAuditLog(search: string, oldestFirst: boolean) {
  const variables = { search: search || null, oldestFirst, first: PAGE };
  const asked = `${oldestFirst} ${search}`;
  const { data, previousData, error, loading, refetch, fetchMore } = useQuery(AuditEntries, {
    variables,
    // An entry of a minute ago matters more here than anywhere; pages that were added stay.
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: (_current, { reason }) =>
      reason === 'variables-changed' ? 'cache-and-network' : 'cache-first',
  });
  const [endOf, setEndOf] = useState<string>();
  const [loadingMore, setLoadingMore] = useState(false);
  const known = data ?? (error ? undefined : previousData);
  const entries = data?.auditEntries ?? [];
  const last = entries.at(-1);

  const loadMore = async () => {
    if (!last || loadingMore) return;
    setLoadingMore(true);
    try {
      await fetchMore({
        variables: { before: last.id },
        updateQuery: (before, { fetchMoreResult: more }) => {
          if (more.auditEntries.length < PAGE) setEndOf(asked);
          return { auditEntries: [...before.auditEntries, ...more.auditEntries] };
        },
      });
    } catch (failure) {
      const description = sentenceOf(failure, 'The server did not answer.');
      toast({ title: 'More entries could not be loaded', description, type: 'error' });
    } finally {
      setLoadingMore(false);
    }
  };

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
