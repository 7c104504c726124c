import { useQuery } from '@apollo/client/react';
import type { UserSort } from '#web/gql/graphql.ts';
import { PAGE, useTableAddress } from '#web/lib/table-address.ts';
import { asked, filterNames } from './filters.ts';
import { Users } from './users.gql.ts';

const sorts: readonly UserSort[] = [
  'joined',
  'name',
  'email',
  'company',
  'role',
  'status',
  'subscription',
  'package',
  'lastSignIn',
];

/** The people that the address asks for: found, narrowed, in order, and of those a page. */
export function usePeople() {
  const list = useTableAddress({ sorts, usual: { by: 'joined', descending: true }, filters: filterNames });
  const { search, order, page, chosen } = list;
  const whom = {
    search: search || null,
    ...asked(chosen),
    sort: order.by as UserSort,
    descending: order.descending,
  };
  const { data, previousData, error, loading, refetch } = useQuery(Users, {
    variables: { ...whom, first: PAGE, skip: (page - 1) * PAGE },
  });
  // What was found last stays while the next search runs.
  const known = data ?? (error ? undefined : previousData);
  const query = Object.entries(whom).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)]],
  );
  return {
    list,
    people: known?.users,
    count: known?.userCount ?? 0,
    error: known ? undefined : error,
    searching: loading && !data,
    refetch,
    /** All of them as a file. */
    csv: `/api/admin/users/csv?${new URLSearchParams(query)}`,
  };
}
