import { useQuery } from '@apollo/client/react';
import type { WaitlistSort } from '#web/gql/graphql.ts';
import { PAGE, useTableAddress } from '#web/lib/table-address.ts';
import { WaitlistEntries } from './waitlist.gql.ts';

const sorts: readonly WaitlistSort[] = ['joined', 'email', 'package'];
const options = { sorts, usual: { by: 'joined', descending: true } };

/** The entries that the address asks for: found, in order, and of those a page. */
export function useWaitlist() {
  const list = useTableAddress(options);
  const { search, order, page } = list;
  const { by, descending } = order;
  const { data, previousData, error, loading, refetch } = useQuery(WaitlistEntries, {
    variables: {
      search: search || null,
      sort: by as WaitlistSort,
      descending,
      first: PAGE,
      skip: (page - 1) * PAGE,
    },
    fetchPolicy: 'cache-and-network',
  });
  // What was found last stays while the next search runs.
  const known = data ?? (error ? undefined : previousData);
  return {
    list,
    entries: known?.waitlist,
    count: known?.waitlistCount ?? 0,
    error: known ? undefined : error,
    searching: loading && !data,
    refetch,
    csv: `/api/admin/waitlist/csv?${new URLSearchParams({ search, sort: by, descending: String(descending) })}`,
  };
}
