import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { toast } from '#web/ui/toaster.tsx';
import { ContactInbox } from './inbox.gql.ts';
import type { Status } from './states.ts';

/** Messages that come at once. */
const PAGE = 50;

/** Those in a state that a search finds, page by page. What was found last stays while the next search runs. */
export function useInbox(status: Status | undefined, search: string, oldestFirst: boolean) {
  const { data, previousData, error, loading, refetch, fetchMore } = useQuery(ContactInbox, {
    variables: { status: status ?? null, search: search || null, oldestFirst, first: PAGE },
    fetchPolicy: 'cache-and-network',
  });
  const [loadingMore, setLoadingMore] = useState(false);
  const [ended, setEnded] = useState<string>();
  const known = data ?? (error ? undefined : previousData);
  const last = data?.contactSubmissions.at(-1);
  const isFull = (data?.contactSubmissions.length ?? 0) >= PAGE;

  const loadMore = async () => {
    if (!last || loadingMore) return;
    setLoadingMore(true);
    try {
      const more = await fetchMore({
        variables: { before: last.id },
        updateQuery: (before, { fetchMoreResult: next }) => ({
          ...next,
          contactSubmissions: [...before.contactSubmissions, ...next.contactSubmissions],
        }),
      });
      const page = more.data?.contactSubmissions ?? [];
      if (page.length < PAGE) setEnded(page.at(-1)?.id ?? last.id);
    } catch (failure) {
      const description = sentenceOf(failure, 'The server did not answer.');
      toast({ title: 'More messages could not be loaded', description, type: 'error' });
    } finally {
      setLoadingMore(false);
    }
  };

  return {
    messages: known?.contactSubmissions,
    error: known ? undefined : error,
    searching: loading && !data,
    loadMore: isFull && last && last.id !== ended ? loadMore : undefined,
    loadingMore,
    refetch,
  };
}
