import { Button, chakra } from '@chakra-ui/react';
import { UserRoundSearch } from '#web/ui/icons.tsx';
import { useMemo, useRef } from 'react';
import { useRoom } from '#web/lib/screen-width.ts';
import { useAddress } from '#web/lib/useAddress.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ListTools } from '#web/ui/ListTools.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Pager } from '#web/ui/Pager.tsx';
import { SearchStatus, stale } from '#web/ui/Results.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { useDataTable } from '#web/ui/useDataTable.ts';
import { personColumns } from './columns.tsx';
import type { Person } from './person.ts';
import { usePersonDialogs } from './PersonDialogs.tsx';
import { UserFilters } from './UserFilters.tsx';
import { usePeople } from './usePeople.ts';
import { UsersList } from './UsersList.tsx';

const PersonDetails = lazyDialog(() => import('./PersonDetails.tsx').then((m) => m.PersonDetails));

const nobody: readonly Person[] = [];

/** Everybody with an account: find them, see how they stand, change and suspend them. */
export function UsersPage() {
  const room = useRoom();
  const [shownId, setShownId] = useAddress('user');
  const { list, people, count, error, searching, refetch, csv } = usePeople();
  const place = useRef<HTMLDivElement>(null);
  const { dialogs, ...rows } = usePersonDialogs();
  const { actor, busyWith, handlers } = rows;
  const columns = useMemo(
    () => personColumns({ actor, busyWith, handlers, short: room === 'medium' }),
    [actor, busyWith, handlers, room],
  );
  const { order, setOrder: onOrder } = list;
  const table = useDataTable({ name: 'users', rows: people ?? nobody, columns, order, onOrder });
  const isThere = people !== undefined && people.length > 0;
  return (
    <>
      <PageHeader
        title="User Management"
        description="Everybody with an account."
        action={
          <SearchField label="Search users" value={list.search} onSearch={list.find} searching={searching} />
        }
      />
      <ListTools {...{ table, columns, order, onOrder }} csv={{ path: csv, file: 'users.csv' }}>
        <UserFilters chosen={list.chosen} onChoose={list.choose} />
      </ListTools>
      {error && <LoadFailed title="Users could not be loaded" error={error} onRetry={refetch} />}
      {!error && (
        <chakra.div
          ref={place}
          borderWidth="1px"
          borderRadius="surface"
          bg="bg.panel"
          overflowX="auto"
          aria-busy={searching || undefined}
          fontVariantNumeric="tabular-nums"
        >
          <SearchStatus searching={searching} />
          {(!people || (searching && !isThere)) && <SkeletonRows rows={8} />}
          {people?.length === 0 && !searching && <Nobody {...list} />}
          {isThere && room === 'phone' && (
            <chakra.div {...stale(searching)}>
              <UsersList people={people} {...rows} />
            </chakra.div>
          )}
          {isThere && room !== 'phone' && <DataTable label="Users" table={table} searching={searching} />}
        </chakra.div>
      )}
      {people && count > 0 && (
        <Pager page={list.page} count={count} nouns={['user', 'users']} onPage={list.setPage} list={place} />
      )}
      {dialogs}
      {shownId && <PersonDetails key={shownId} id={shownId} onClose={() => setShownId(undefined)} />}
    </>
  );
}

function Nobody({ search, isNarrowed, clear }: { search: string; isNarrowed: boolean; clear: () => void }) {
  const words = search
    ? `Nobody here has “${search}” in their email, first name or last name.`
    : 'Nobody is like what is chosen above.';
  return (
    <EmptyState
      icon={<UserRoundSearch size={28} strokeWidth={1.5} aria-hidden />}
      title="No users found"
      action={
        isNarrowed && (
          <Button variant="outline" onClick={clear}>
            {search ? 'Clear search' : 'Show all users'}
          </Button>
        )
      }
    >
      {isNarrowed ? words : 'Whoever registers appears here.'}
    </EmptyState>
  );
}
