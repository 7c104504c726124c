import { useQuery } from '@apollo/client/react';
import { useCallback, useState } from 'react';
import { PAGE } from '#web/lib/table-address.ts';
import { pagePolicies } from '#web/ui/useLoadMore.ts';
import { totalOf } from './controller-state.ts';
import { ControllerPage } from './controllers.gql.ts';

/** A page of the controllers as the server finds them and puts them in order, and how all of them fare. */
export function useControllerPage() {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  // A status that is minutes old misleads: known ones show at once, new ones are asked for on each visit.
  const { data, previousData, error, loading, refetch } = useQuery(ControllerPage, {
    ...pagePolicies,
    variables: { search: search || null, first: PAGE, skip: (page - 1) * PAGE },
  });
  const find = useCallback((words: string) => {
    setSearch(words);
    setPage(1);
  }, []);
  // What was found last stays while the next search runs.
  const known = data ?? (error ? undefined : previousData);
  const states = known?.controllerStates;
  return {
    controllers: known?.controllers,
    /** How many are found. */
    count: known?.controllerCount ?? 0,
    states,
    /** How many there are. */
    total: states && totalOf(states),
    lastReading: states?.lastReading ?? undefined,
    searching: loading && !data,
    search,
    find,
    page,
    setPage,
    error,
    refetch,
  };
}

export type ControllerPages = ReturnType<typeof useControllerPage>;
