import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { formatNumber } from '#web/lib/format.ts';
import { ListOrdered } from '#web/ui/icons.tsx';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { WaitlistSort } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { useScreenSize } from '#web/lib/screen-width.ts';
import { PAGE, useTableParams } from '#web/lib/table-params.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { ActionDialog } from '#web/ui/ActionDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FigureStrip } from '#web/ui/FigureStrip.tsx';
import { ListToolbar } from '#web/ui/ListToolbar.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Pager } from '#web/ui/Pager.tsx';
import { SearchStatus, stale } from '#web/ui/Results.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { useDataTable } from '#web/ui/useDataTable.ts';
import { SectionTitle } from '#web/ui/text.tsx';
import { Card } from '#web/ui/Card.tsx';
import { EntriesList, type Entry, entryColumns } from './columns.tsx';

const WaitlistEntries = graphql(`
  query WaitlistEntries($search: String, $sort: WaitlistSort, $descending: Boolean, $skip: Int, $first: Int) {
    waitlist(search: $search, sort: $sort, descending: $descending, skip: $skip, first: $first) {
      id
      email
      packageName
      unsubscribedAt
      createdAt
    }
    waitlistCount(search: $search)
  }
`);

const WaitlistFigures = graphql(`
  query WaitlistFigures {
    waitlistSummary {
      count
      mostPopular
      lastSevenDays
      unsubscribed
      perPackage {
        packageId
        packageName
        count
      }
    }
  }
`);

const DeleteWaitlistEntry = graphql(`
  mutation DeleteWaitlistEntry($id: ID!) {
    deleteWaitlistEntry(id: $id)
  }
`);

const nobody: readonly Entry[] = [];

export function WaitlistAdminPage() {
  const isPhone = useScreenSize() === 'phone';
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
      <PageHeader title="Waitlist" description="People waiting for registration to open." />
      {!isEmpty && <Figures />}
      {!isEmpty && (
        <>
          <SectionTitle mb={3}>Entries</SectionTitle>
          <ListToolbar {...{ table, columns, order, onOrder }} csv={{ path: csv, file: 'waitlist.csv' }}>
            {/* With no filters beside it, it goes on the left. */}
            <chakra.div w={{ base: 'full', md: 'auto' }}>
              <SearchField label="Search the waitlist" value={search} onSearch={find} searching={searching} />
            </chakra.div>
          </ListToolbar>
        </>
      )}
      {error && <LoadFailed title="We couldn’t load the waitlist" error={error} onRetry={refetch} />}
      {!error && (
        <Card ref={place} tabIndex={-1} outline={0} overflowX="auto" aria-busy={searching || undefined}>
          <SearchStatus searching={searching} />
          {(!entries || (searching && !isThere)) && <SkeletonRows rows={8} />}
          {entries?.length === 0 && !searching && <Nobody search={search} onClear={() => find('')} />}
          {isThere && isPhone && (
            <chakra.div {...stale(searching)}>
              <EntriesList entries={entries} onDelete={setGoing} />
            </chakra.div>
          )}
          {isThere && !isPhone && <DataTable label="Waitlist" table={table} searching={searching} />}
        </Card>
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
      title="No entries found"
      action={
        <Button variant="outline" onClick={onClear}>
          Clear search
        </Button>
      }
    >
      {`No entries match “${search}”.`}
    </EmptyState>
  ) : (
    <EmptyState
      icon={<ListOrdered size={28} strokeWidth={1.5} aria-hidden />}
      title="No one on the waitlist yet"
      action={
        <Button asChild variant="outline">
          <a href="/waitlist" target="_blank" rel="noreferrer">
            Open the waitlist page
          </a>
        </Button>
      }
    >
      While purchasing is turned off, the price list links to the waitlist page. People who join appear here.
    </EmptyState>
  );
}

/** The totals, and the count for each package. */
function Figures() {
  const { data, error, refetch } = useQuery(WaitlistFigures, { fetchPolicy: 'cache-and-network' });
  if (!data && error)
    return (
      <chakra.div mb={6}>
        <LoadFailed title="We couldn’t load the figures" error={error} onRetry={refetch} />
      </chakra.div>
    );
  if (!data) return <SkeletonRows rows={2} />;
  const { count, mostPopular, lastSevenDays, unsubscribed, perPackage } = data.waitlistSummary;
  return (
    <>
      <chakra.section aria-label="Figures" mb={6}>
        <FigureStrip columns={{ base: '1fr 1fr', md: '1fr 2fr 1fr' }}>
          <Figure label="Total" note={unsubscribed > 0 && `${formatNumber(unsubscribed)} unsubscribed`}>
            {formatNumber(count)}
          </Figure>
          <Figure label="Most popular package" wide>
            {mostPopular ?? 'None yet'}
          </Figure>
          <Figure label="Last 7 days">{formatNumber(lastSevenDays)}</Figure>
        </FigureStrip>
      </chakra.section>
      {perPackage.length > 1 && (
        <chakra.section aria-labelledby="per-package" mb={6}>
          <SectionTitle id="per-package" mb={3}>
            Per package
          </SectionTitle>
          <chakra.ul
            aria-labelledby="per-package"
            listStyleType="none"
            display="grid"
            gap={3}
            p={4}
            borderWidth="1px"
            borderRadius="surface"
            bg="bg.panel"
          >
            {perPackage.map((one) => (
              <Share key={one.packageId ?? one.packageName} {...one} of={count} />
            ))}
          </chakra.ul>
        </chakra.section>
      )}
    </>
  );
}

const Figure = (props: { label: string; note?: ReactNode; wide?: boolean; children: ReactNode }) => (
  <chakra.div
    bg="bg.panel"
    px={4}
    py={3}
    minW={0}
    // On phones, the package's name is on its own line after the figures.
    {...(props.wide && { order: { base: 1, md: 0 }, gridColumn: { base: '1 / -1', md: 'auto' } })}
  >
    <chakra.dt textStyle="sm" color="fg.muted">
      {props.label}
    </chakra.dt>
    <chakra.dd>
      <chakra.p
        textStyle="xl"
        fontWeight="semibold"
        fontVariantNumeric="tabular-nums"
        overflowWrap="anywhere"
      >
        {props.children}
      </chakra.p>
      {props.note && (
        <chakra.p textStyle="xs" color="fg.muted">
          {props.note}
        </chakra.p>
      )}
    </chakra.dd>
  </chakra.div>
);

/** One package's share of the waitlist. */
const Share = ({ packageName, count, of }: { packageName: string; count: number; of: number }) => (
  <chakra.li display="grid" gridTemplateColumns="minmax(0, 1fr) auto" columnGap={4} rowGap={1.5}>
    <chakra.span overflowWrap="anywhere">{packageName}</chakra.span>
    <chakra.span fontVariantNumeric="tabular-nums">{formatNumber(count)}</chakra.span>
    <chakra.span gridColumn="1 / -1" h="6px" borderRadius="full" bg="bg.subtle" overflow="hidden" aria-hidden>
      <chakra.span
        display="block"
        h="full"
        bg="brand.solid"
        borderRadius="full"
        style={{ width: `${(100 * count) / Math.max(of, 1)}%` }}
      />
    </chakra.span>
  </chakra.li>
);

const sorts: readonly WaitlistSort[] = ['joined', 'email', 'package'];

const options = { sorts, usual: { by: 'joined', descending: true } };

/** Loads the page of entries that the address describes. */
function useWaitlist() {
  const list = useTableParams(options);
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
  // Keep showing the previous result while a new search runs.
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

type DeleteProps = { entry: Entry; onClose: () => void; onDeleted: () => void };

/** Confirms deleting an entry. */
function DeleteEntry({ entry: { id, email }, onClose, onDeleted }: DeleteProps) {
  const [remove] = useMutation(DeleteWaitlistEntry, {
    refetchQueries: [WaitlistEntries, WaitlistFigures],
    awaitRefetchQueries: true,
  });
  const action = async () => {
    await remove({ variables: { id } });
    onDeleted();
  };
  return (
    <ActionDialog
      title={`Delete ${email}?`}
      confirmLabel="Delete entry"
      onClose={onClose}
      action={action}
      success={{
        title: 'Entry deleted',
        description: `${email} is no longer on the waitlist.`,
        type: 'success',
      }}
      failure={{ title: 'Deletion Failed', fallback: 'Failed to delete the entry' }}
    >
      We won’t email this address again. Its owner can rejoin.
    </ActionDialog>
  );
}
