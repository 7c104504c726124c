import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useLoadMore } from '#web/ui/useLoadMore.ts';
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
  const [ended, setEnded] = useState<string>();
  const known = data ?? (error ? undefined : previousData);
  const last = data?.contactSubmissions.at(-1);
  const isFull = (data?.contactSubmissions.length ?? 0) >= PAGE;

  const { loadMore, loadingMore } = useLoadMore('messages', async () => {
    const more = await fetchMore({
      variables: { before: last?.id },
      updateQuery: (before, { fetchMoreResult: next }) => ({
        ...next,
        contactSubmissions: [...before.contactSubmissions, ...next.contactSubmissions],
      }),
    });
    const page = more.data?.contactSubmissions ?? [];
    if (page.length < PAGE) setEnded(page.at(-1)?.id ?? last?.id);
  });

  return {
    messages: known?.contactSubmissions,
    error: known ? undefined : error,
    searching: loading && !data,
    loadMore: isFull && last && last.id !== ended ? loadMore : undefined,
    loadingMore,
    refetch,
  };
}
