import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { toast } from '#web/ui/toaster.tsx';
import { WaitlistEntries } from './waitlist.gql.ts';

/** Entries that come at once. */
const PAGE = 50;

/** Those whom a search finds, newest first, page by page. What was found last stays while the next search runs. */
export function useWaitlist(search: string) {
  const variables = { search: search || null, first: PAGE };
  const { data, previousData, error, loading, refetch, fetchMore } = useQuery(WaitlistEntries, {
    variables,
    fetchPolicy: 'cache-and-network',
  });
  const [loadingMore, setLoadingMore] = useState(false);
  const [ended, setEnded] = useState<string>();
  const known = data ?? (error ? undefined : previousData);
  const entries = known?.waitlist;
  const last = data?.waitlist.at(-1);
  const isFull = (data?.waitlist.length ?? 0) >= PAGE;

  const loadMore = async () => {
    if (!last || loadingMore) return;
    setLoadingMore(true);
    try {
      const more = await fetchMore({
        variables: { after: last.id },
        updateQuery: (before, { fetchMoreResult: next }) => ({
          ...next,
          waitlist: [...before.waitlist, ...next.waitlist],
        }),
      });
      const page = more.data?.waitlist ?? [];
      if (page.length < PAGE) setEnded(page.at(-1)?.id ?? last.id);
    } catch (failure) {
      const description = sentenceOf(failure, 'The server did not answer.');
      toast({ title: 'More entries could not be loaded', description, type: 'error' });
    } finally {
      setLoadingMore(false);
    }
  };

  return {
    entries,
    error: known ? undefined : error,
    searching: loading && !data,
    loadMore: isFull && last && last.id !== ended ? loadMore : undefined,
    loadingMore,
    refetch,
  };
}
