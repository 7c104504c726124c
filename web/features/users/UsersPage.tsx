import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { readFragment } from '#web/gql/index.ts';
import { UserRoundSearch } from '#web/ui/icons.tsx';
import { useMemo, useRef } from 'react';
import type { UserSort, UsersQueryVariables } from '#web/gql/graphql.ts';
import { useScreenSize } from '#web/lib/screen-width.ts';
import { PAGE, useTableParams } from '#web/lib/table-params.ts';
import { useSearchParam } from '#web/lib/useSearchParam.ts';
import { useClock } from '#web/lib/useClock.ts';
import { formatUtcDay, utcDayOf } from '#web/lib/format.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { ListToolbar } from '#web/ui/ListToolbar.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Pager } from '#web/ui/Pager.tsx';
import { SearchStatus, stale } from '#web/ui/Results.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { Select } from '#web/ui/Select.tsx';
import { useDataTable } from '#web/ui/useDataTable.ts';
import { Card } from '#web/ui/Card.tsx';
import { personColumns } from './columns.tsx';
import { PersonFields, type Person, roleWords } from './person.ts';
import { usePersonDialogs } from './PersonDialogs.tsx';
import { Users } from './users.gql.ts';
import { UsersList } from './UsersList.tsx';

const PersonDetails = lazyDialog(() => import('./PersonDetails.tsx').then((m) => m.PersonDetails));

const nobody: readonly Person[] = [];

export function UsersPage() {
  const room = useScreenSize();
  const [shownId, setShownId] = useSearchParam('user');
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
        description="Find, edit and suspend accounts."
        action={
          <SearchField label="Search users" value={list.search} onSearch={list.find} searching={searching} />
        }
      />
      <ListToolbar {...{ table, columns, order, onOrder }} csv={{ path: csv, file: 'users.csv' }}>
        <UserFilters chosen={list.chosen} onChoose={list.choose} />
      </ListToolbar>
      {error && <LoadFailed title="We couldn’t load the users" error={error} onRetry={refetch} />}
      {!error && (
        <Card
          ref={place}
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
        </Card>
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
  const words = search ? `No users match “${search}”.` : 'No users match these filters.';
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
      {isNarrowed ? words : 'People appear here when they register.'}
    </EmptyState>
  );
}

type Props = { chosen: Filters; onChoose: (changes: Filters) => void };

/** Filters by status, role, subscription and joining date. */
function UserFilters({ chosen, onChoose }: Props) {
  const joined = joinedOptions(chosen, new Date(useClock('quarter')));
  return (
    <>
      {selects.map(({ name, label, all, options }) => (
        <Select
          key={name}
          aria-label={label}
          w={{ base: 'calc(50% - 0.25rem)', md: 'auto' }}
          placeholder={all}
          options={options}
          value={options.some(({ value }) => value === chosen[name]) ? chosen[name] : ''}
          onChange={({ target }) => onChoose({ [name]: target.value || undefined })}
        />
      ))}
      <Select
        aria-label="Joined"
        w={{ base: 'calc(50% - 0.25rem)', md: 'auto' }}
        placeholder="Joined any time"
        options={joined.options}
        value={joined.value}
        onChange={({ target }) => {
          const [joinedSince, joinedUntil] = target.value.split('/');
          onChoose({ joinedSince: joinedSince || undefined, joinedUntil });
        }}
      />
    </>
  );
}

/** The filters in the address, each an argument of the query. */
const filterNames = ['status', 'role', 'subscription', 'joinedSince', 'joinedUntil'] as const;

type Filters = { [Name in (typeof filterNames)[number]]?: string };

const statuses = { active: 'Active', unverified: 'Unverified', suspended: 'Suspended' };

const subscriptions = { pro: 'Pro', free: 'Free', overdue: 'Payment overdue' };

const choices = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** The filters with fixed options. */
const selects = [
  { name: 'status', label: 'Status', all: 'All statuses', options: choices(statuses) },
  { name: 'role', label: 'Role', all: 'All roles', options: choices(roleWords) },
  { name: 'subscription', label: 'Subscription', all: 'All subscriptions', options: choices(subscriptions) },
] as const;

const day = /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

const isDay = (value: string | undefined): value is string => day.test(value ?? '');

/** The query's variables. Unknown values in the address are ignored. */
function asked(filters: Filters): Omit<UsersQueryVariables, 'search' | 'first' | 'skip'> {
  const known = selects.flatMap(({ name, options }) => {
    const value = filters[name];
    return options.some((option) => option.value === value) ? [[name, value]] : [];
  });
  const days = (['joinedSince', 'joinedUntil'] as const).flatMap((name) =>
    isDay(filters[name]) ? [[name, filters[name]]] : [],
  );
  return Object.fromEntries([...known, ...days]) as ReturnType<typeof asked>;
}

const spans = [7, 30, 90, 365];

/** The joining periods to choose from, plus the one in the address. */
function joinedOptions({ joinedSince, joinedUntil }: Filters, now: Date) {
  const options = spans.map((days) => ({ value: dayBefore(now, days), label: `Last ${days} days` }));
  const known = !joinedUntil && options.some(({ value }) => value === joinedSince);
  const chosen = joinedWords({ joinedSince, joinedUntil });
  const value = [joinedSince, joinedUntil].filter(Boolean).join('/');
  return { value, options: known || !chosen ? options : [{ value, label: chosen }, ...options] };
}

function joinedWords({ joinedSince, joinedUntil }: Filters): string | undefined {
  const since = isDay(joinedSince) ? formatUtcDay(joinedSince) : undefined;
  const until = isDay(joinedUntil) ? formatUtcDay(joinedUntil) : undefined;
  if (since && until) return `${since} to ${until} (UTC)`;
  if (since) return `Since ${since} (UTC)`;
  return until && `Until ${until} (UTC)`;
}

const dayBefore = (now: Date, days: number): string => utcDayOf(new Date(now.getTime() - days * 86_400_000));

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

/** Loads the page of users that the address describes. */
function usePeople() {
  const list = useTableParams({ sorts, usual: { by: 'joined', descending: true }, filters: filterNames });
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
  // Keep showing the previous result while a new search runs.
  const known = data ?? (error ? undefined : previousData);
  const query = Object.entries(whom).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)]],
  );
  return {
    list,
    people: known && readFragment(PersonFields, known.users),
    count: known?.userCount ?? 0,
    error: known ? undefined : error,
    searching: loading && !data,
    refetch,
    /** Exports all matches as CSV. */
    csv: `/api/admin/users/csv?${new URLSearchParams(query)}`,
  };
}
