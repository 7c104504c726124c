import { Button, chakra } from '@chakra-ui/react';
import { ListOrdered } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { useAddress } from '#web/lib/useAddress.ts';
import { DownloadButton } from '#web/ui/DownloadButton.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { LoadMore } from '#web/ui/LoadMore.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { Entries } from './Entries.tsx';
import { Figures } from './Figures.tsx';
import { useWaitlist } from './useWaitlist.ts';

/** Who wants to be told when registration opens, for what, and the way to write to them. */
export function WaitlistAdminPage() {
  const [search = '', setSearch] = useAddress('q');
  const find = useCallback((words: string) => setSearch(words || undefined), [setSearch]);
  const { entries, error, searching, refetch, loadMore, loadingMore } = useWaitlist(search);
  const list = useRef<HTMLDivElement>(null);
  const isEmpty = entries?.length === 0 && !search;
  return (
    <>
      <PageHeader
        title="Waitlist"
        description="Who wants to be told when registration opens."
        action={
          !isEmpty && (
            <DownloadButton path="/api/admin/waitlist/csv" file="waitlist.csv">
              Download CSV
            </DownloadButton>
          )
        }
      />
      {!isEmpty && <Figures />}
      {!isEmpty && (
        <chakra.div
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          justifyContent="space-between"
          gap={3}
          mb={3}
        >
          <chakra.h2 textStyle="lg" fontWeight="semibold">
            Entries
          </chakra.h2>
          <SearchField label="Search the waitlist" value={search} onSearch={find} />
        </chakra.div>
      )}
      {error && <LoadFailed title="The waitlist could not be loaded" error={error} onRetry={refetch} />}
      {!error && (
        <chakra.div
          ref={list}
          tabIndex={-1}
          outline={0}
          // A list that is there has an edge of its own.
          {...(!entries?.length && { borderWidth: '1px', borderRadius: 'surface', bg: 'bg.panel' })}
          aria-busy={searching || undefined}
        >
          {!entries && <SkeletonRows rows={8} />}
          {entries?.length === 0 && <Nobody search={search} onClear={() => find('')} />}
          {entries && entries.length > 0 && (
            <Entries entries={entries} onDeleted={() => list.current?.focus()} />
          )}
        </chakra.div>
      )}
      {loadMore && (
        <chakra.div mt={3}>
          <LoadMore more={loadMore} loading={loadingMore} list={list} />
        </chakra.div>
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
    >
      While purchasing is switched off, the buttons of the price list lead there. Whoever joins appears here.
    </EmptyState>
  );
}
