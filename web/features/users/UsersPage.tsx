import { Button, chakra } from '@chakra-ui/react';
import { UserRoundSearch } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { useRoom } from '#web/lib/screen-width.ts';
import { useAddress } from '#web/lib/useAddress.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { LoadMore } from '#web/ui/LoadMore.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { usePersonDialogs } from './PersonDialogs.tsx';
import { usePeople } from './usePeople.ts';
import { UsersList } from './UsersList.tsx';
import { UsersTable } from './UsersTable.tsx';

const PersonDetails = lazyDialog(() => import('./PersonDetails.tsx').then((m) => m.PersonDetails));

/** Everybody with an account: find them, see how they stand, change and suspend them. */
export function UsersPage() {
  const room = useRoom();
  const [search = '', setSearch] = useAddress('q');
  const [shownId, setShownId] = useAddress('user');
  const find = useCallback((words: string) => setSearch(words || undefined), [setSearch]);
  const { people, count, error, searching, refetch, loadMore, loadingMore } = usePeople(search);
  const list = useRef<HTMLDivElement>(null);
  const { dialogs, ...rows } = usePersonDialogs();
  return (
    <>
      <PageHeader
        title="User Management"
        description="Everybody with an account, newest first."
        action={<SearchField label="Search users" value={search} onSearch={find} />}
      />
      {error && <LoadFailed title="Users could not be loaded" error={error} onRetry={refetch} />}
      {!error && (
        <chakra.div
          ref={list}
          borderWidth="1px"
          borderRadius="surface"
          bg="bg.panel"
          overflowX="auto"
          aria-busy={searching || undefined}
          fontVariantNumeric="tabular-nums"
        >
          {!people && <SkeletonRows rows={8} />}
          {people?.length === 0 && <Nobody search={search} onClear={() => find('')} />}
          {people && people.length > 0 && room === 'phone' && <UsersList people={people} {...rows} />}
          {people && people.length > 0 && room !== 'phone' && (
            <UsersTable people={people} short={room === 'medium'} {...rows} />
          )}
        </chakra.div>
      )}
      {people && people.length > 0 && (
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={3} mt={3} minH={9}>
          <chakra.p color="fg.muted" role="status" fontVariantNumeric="tabular-nums">
            {countWords(people.length, count)}
          </chakra.p>
          <LoadMore more={loadMore} loading={loadingMore} list={list} />
        </chakra.div>
      )}
      {dialogs}
      {shownId && <PersonDetails key={shownId} id={shownId} onClose={() => setShownId(undefined)} />}
    </>
  );
}

const countWords = (shown: number, all: number): string => {
  if (shown < all) return `${shown.toLocaleString()} of ${all.toLocaleString()} users`;
  return all === 1 ? '1 user' : `${all.toLocaleString()} users`;
};

function Nobody({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={<UserRoundSearch size={28} strokeWidth={1.5} aria-hidden />}
      title="No users found"
      action={
        search && (
          <Button variant="outline" onClick={onClear}>
            Clear search
          </Button>
        )
      }
    >
      {search
        ? `Nobody has “${search}” in their email, first name or last name.`
        : 'Whoever registers appears here.'}
    </EmptyState>
  );
}
