import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { formatCount } from '#web/lib/format.ts';
import { Download, ScrollText } from '#web/ui/icons.tsx';
import { useState } from 'react';
import { graphql } from '#web/gql/index.ts';
import { useTableParams } from '#web/lib/table-params.ts';
import { AgeSelect } from '#web/ui/AgeSelect.tsx';
import { DownloadButton } from '#web/ui/DownloadButton.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadMoreTable } from '#web/ui/LoadMoreTable.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { pagePolicies, useLoadMore } from '#web/ui/useLoadMore.ts';
import { Muted, SectionTitle } from '#web/ui/text.tsx';
import { Card } from '#web/ui/Card.tsx';
import { auditColumns, AuditRow } from './AuditRow.tsx';

export const AuditEntries = graphql(`
  query AuditEntries($search: String, $subjectId: ID, $oldestFirst: Boolean, $before: ID, $first: Int!) {
    auditEntries(
      search: $search
      subjectId: $subjectId
      oldestFirst: $oldestFirst
      before: $before
      first: $first
    ) {
      id
      at
      actor
      action
      label
      subject
      before
      after
      ipAddress
    }
  }
`);

export const AuditIntegrity = graphql(`
  query AuditIntegrity {
    auditIntegrity {
      intact
      entries
      brokenAt
      fingerprint
    }
  }
`);

const log = { sorts: ['when'], usual: { by: 'when', descending: true } };

/** The audit log, newest first, with search and the state of its hash chain. */
export function AuditLog() {
  const { search, find, order, choose } = useTableParams(log);
  const oldestFirst = !order.descending;
  const { entries, error, searching, refetch, loadMore, loadingMore } = useAuditLog(search, oldestFirst);
  const csv = `/api/admin/audit/csv?${new URLSearchParams({ search, oldestFirst: String(oldestFirst) })}`;
  return (
    <chakra.section aria-labelledby="audit-log">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={4} rowGap={2} mb={3}>
        <SectionTitle id="audit-log">Audit log</SectionTitle>
        <SearchField label="Search the audit log" value={search} onSearch={find} searching={searching} />
        <chakra.div display="flex" gap={2}>
          <AgeSelect oldestFirst={oldestFirst} onChange={(sort) => choose({ sort })} />
          <DownloadButton path={csv} file="audit-log.csv">
            <Download size={16} strokeWidth={1.75} aria-hidden />
            Download CSV
          </DownloadButton>
        </chakra.div>
      </chakra.div>
      <chakra.div mb={3}>
        <IntegrityLine />
      </chakra.div>
      {error && <LoadFailed title="We couldn’t load the audit log" error={error} onRetry={refetch} />}
      {!error && (!entries || (searching && entries.length === 0)) && <SkeletonRows rows={6} />}
      {entries?.length === 0 && !searching && (
        <Card>
          <Nothing search={search} onClear={() => find('')} />
        </Card>
      )}
      {entries && entries.length > 0 && (
        <LoadMoreTable
          label="Audit log"
          columns={auditColumns}
          head={head}
          more={loadMore}
          loading={loadingMore}
          searching={searching}
        >
          {entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} />
          ))}
        </LoadMoreTable>
      )}
    </chakra.section>
  );
}

const head = (
  <>
    <span role="columnheader">What</span>
    <span role="columnheader">Subject</span>
    <span role="columnheader">Who</span>
    <span role="columnheader">From</span>
    <span role="columnheader">When</span>
  </>
);

function Nothing({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={<ScrollText size={28} strokeWidth={1.5} aria-hidden />}
      title={search ? 'No entries found' : 'No entries yet'}
      action={
        search && (
          <Button variant="outline" onClick={onClear}>
            Clear search
          </Button>
        )
      }
    >
      {search
        ? `No entries match “${search}”.`
        : 'Every privileged change appears here, with who made it, when and from which address.'}
    </EmptyState>
  );
}

/** Shows whether the chain is intact, and the newest entry's fingerprint, which can be compared with the server's log. */
function IntegrityLine() {
  const { data, error, refetch } = useQuery(AuditIntegrity, { fetchPolicy: 'cache-and-network' });
  if (!data && error) {
    return <LoadFailed title="We couldn’t verify the chain" error={error} onRetry={refetch} />;
  }
  if (!data) return <Muted>Verifying the chain…</Muted>;
  const { intact, entries, brokenAt, fingerprint } = data.auditIntegrity;
  const counted = formatCount(entries, 'entry', 'entries');
  if (!intact) {
    return (
      <Notice state="critical" title={`${counted}, chain broken at entry ${brokenAt}`}>
        This entry or the one before it was changed or deleted directly in the database.
      </Notice>
    );
  }
  return (
    <chakra.div role="status" textStyle="sm">
      <StatusDot state="ok" word={`${counted}, chain intact`} />
      {fingerprint && (
        <Muted mt={0.5}>
          Newest fingerprint{' '}
          <chakra.code fontFamily="mono" textStyle="xs" overflowWrap="anywhere">
            {fingerprint}
          </chakra.code>
        </Muted>
      )}
    </chakra.div>
  );
}

/** Entries per page. */
const PAGE = 50;

/** Loads matching entries page by page, and keeps showing the previous result while a new search runs. */
function useAuditLog(search: string, oldestFirst: boolean) {
  const variables = { search: search || null, oldestFirst, first: PAGE };
  const asked = `${oldestFirst} ${search}`;
  const { data, previousData, error, loading, refetch, fetchMore } = useQuery(AuditEntries, {
    variables,
    ...pagePolicies,
  });
  const [endOf, setEndOf] = useState<string>();
  const known = data ?? (error ? undefined : previousData);
  const entries = data?.auditEntries ?? [];
  const last = entries.at(-1);

  const { loadMore, loadingMore } = useLoadMore('entries', async () => {
    const { data: page } = await fetchMore({ variables: { before: last?.id } });
    if (page && page.auditEntries.length < PAGE) setEndOf(asked);
  });

  const isFull = entries.length > 0 && entries.length % PAGE === 0;
  return {
    entries: known?.auditEntries,
    error: known ? undefined : error,
    searching: loading && !data,
    loadMore: isFull && endOf !== asked ? loadMore : undefined,
    loadingMore,
    refetch,
  };
}
