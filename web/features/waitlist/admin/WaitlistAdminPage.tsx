import { Button, chakra } from '@chakra-ui/react';
import { ListOrdered } from '#web/ui/icons.tsx';
import { useMemo, useRef, useState } from 'react';
import { useRoom } from '#web/lib/screen-width.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ListTools } from '#web/ui/ListTools.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Pager } from '#web/ui/Pager.tsx';
import { SearchStatus, stale } from '#web/ui/Results.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { useDataTable } from '#web/ui/useDataTable.ts';
import { EntriesList, entryColumns, type Entry } from './columns.tsx';
import { DeleteEntry } from './DeleteEntry.tsx';
import { Figures } from './Figures.tsx';
import { useWaitlist } from './useWaitlist.ts';

const nobody: readonly Entry[] = [];

/** Who wants to be told when registration opens, for what, and the way to write to them. */
export function WaitlistAdminPage() {
  const isPhone = useRoom() === 'phone';
  const { list, entries, count, error, searching, refetch, csv } = useWaitlist();
  const { search, find, order, setOrder: onOrder } = list;
  const [going, setGoing] = useState<Entry>();
  const columns = useMemo(() => entryColumns(setGoing), []);
  const table = useDataTable({ name: 'waitlist', rows: entries ?? nobody, columns, order, onOrder });
  const place = useRef<HTMLDivElement>(null);
  const isEmpty = entries?.length === 0 && count === 0 && !search;
  const isThere = entries !== undefined && entries.length > 0;
  return (
    <>
      <PageHeader title="Waitlist" description="Who wants to be told when registration opens." />
      {!isEmpty && <Figures />}
      {!isEmpty && (
        <>
          <chakra.h2 textStyle="lg" fontWeight="semibold" mb={3}>
            Entries
          </chakra.h2>
          <ListTools {...{ table, columns, order, onOrder }} csv={{ path: csv, file: 'waitlist.csv' }}>
            {/* Alone among the tools it stands where filters do elsewhere: at the left. */}
            <chakra.div w={{ base: 'full', md: 'auto' }}>
              <SearchField label="Search the waitlist" value={search} onSearch={find} searching={searching} />
            </chakra.div>
          </ListTools>
        </>
      )}
      {error && <LoadFailed title="The waitlist could not be loaded" error={error} onRetry={refetch} />}
      {!error && (
        <chakra.div
          ref={place}
          tabIndex={-1}
          outline={0}
          borderWidth="1px"
          borderRadius="surface"
          bg="bg.panel"
          overflowX="auto"
          aria-busy={searching || undefined}
        >
          <SearchStatus searching={searching} />
          {(!entries || (searching && !isThere)) && <SkeletonRows rows={8} />}
          {entries?.length === 0 && !searching && <Nobody search={search} onClear={() => find('')} />}
          {isThere && isPhone && (
            <chakra.div {...stale(searching)}>
              <EntriesList entries={entries} onDelete={setGoing} />
            </chakra.div>
          )}
          {isThere && !isPhone && <DataTable label="Waitlist" table={table} searching={searching} />}
        </chakra.div>
      )}
      {entries && count > 0 && (
        <Pager
          page={list.page}
          count={count}
          nouns={['entry', 'entries']}
          onPage={list.setPage}
          list={place}
        />
      )}
      {going && (
        <DeleteEntry
          entry={going}
          onClose={() => setGoing(undefined)}
          onDeleted={() => place.current?.focus()}
        />
      )}
    </>
  );
}

function Nobody({ search, onClear }: { search: string; onClear: () => void }) {
  return search ? (
    <EmptyState
      title="Nobody found"
      action={
        <Button variant="outline" onClick={onClear}>
          Clear search
        </Button>
      }
    >
      {`Nobody on the waitlist has “${search}” in their email or package.`}
    </EmptyState>
  ) : (
    <EmptyState
      icon={<ListOrdered size={28} strokeWidth={1.5} aria-hidden />}
      title="Nobody is on the waitlist yet"
      action={
        <Button asChild variant="outline">
          <a href="/waitlist" target="_blank" rel="noreferrer">
            Open the waitlist page
          </a>
        </Button>
      }
    >
      While purchasing is switched off, the buttons of the price list lead there. Whoever joins appears here.
    </EmptyState>
  );
}
