import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { toast } from '#web/ui/toaster.tsx';
import { Users } from './users.gql.ts';

/** People that come at once. */
const PAGE = 50;

/** Those whom a search finds, newest first, page by page. What was found last stays while the next search runs. */
export function usePeople(search: string) {
  const variables = { search: search || null, first: PAGE };
  const { data, previousData, error, loading, refetch, fetchMore } = useQuery(Users, { variables });
  const [loadingMore, setLoadingMore] = useState(false);
  const known = data ?? (error ? undefined : previousData);
  const last = data?.users.at(-1);

  const loadMore = async () => {
    if (!last || loadingMore) return;
    setLoadingMore(true);
    try {
      await fetchMore({
        variables: { after: last.id },
        updateQuery: (before, { fetchMoreResult: more }) => ({
          ...more,
          users: [...before.users, ...more.users],
        }),
      });
    } catch (failure) {
      const description = sentenceOf(failure, 'The server did not answer.');
      toast({ title: 'More users could not be loaded', description, type: 'error' });
    } finally {
      setLoadingMore(false);
    }
  };

  return {
    people: known?.users,
    count: known?.userCount ?? 0,
    error: known ? undefined : error,
    searching: loading && !data,
    loadMore: data && last && data.users.length < data.userCount ? loadMore : undefined,
    loadingMore,
    refetch,
  };
}
