import { Button, chakra } from '@chakra-ui/react';
import { Download, ScrollText } from '#web/ui/icons.tsx';
import { useTableAddress } from '#web/lib/table-address.ts';
import { AgeSelect } from '#web/ui/AgeSelect.tsx';
import { DownloadButton } from '#web/ui/DownloadButton.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GrowingTable } from '#web/ui/GrowingTable.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { auditColumns, AuditRow } from './AuditRow.tsx';
import { IntegrityLine } from './IntegrityLine.tsx';
import { useAuditLog } from './useAuditLog.ts';

const log = { sorts: ['when'], usual: { by: 'when', descending: true } };

/** Every privileged change, newest first, with a search and the state of the chain. */
export function AuditLog() {
  const { search, find, order, choose } = useTableAddress(log);
  const oldestFirst = !order.descending;
  const { entries, error, searching, refetch, loadMore, loadingMore } = useAuditLog(search, oldestFirst);
  const csv = `/api/admin/audit/csv?${new URLSearchParams({ search, oldestFirst: String(oldestFirst) })}`;
  return (
    <chakra.section aria-labelledby="audit-log">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={4} rowGap={2} mb={3}>
        <chakra.h2 id="audit-log" textStyle="lg" fontWeight="semibold">
          Audit log
        </chakra.h2>
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
      {error && <LoadFailed title="The audit log could not be loaded" error={error} onRetry={refetch} />}
      {!error && (!entries || (searching && entries.length === 0)) && <SkeletonRows rows={6} />}
      {entries?.length === 0 && !searching && (
        <chakra.div borderWidth="1px" borderRadius="surface" bg="bg.panel">
          <Nothing search={search} onClear={() => find('')} />
        </chakra.div>
      )}
      {entries && entries.length > 0 && (
        <GrowingTable
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
        </GrowingTable>
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
        ? `No entry contains “${search}”.`
        : 'Every privileged change appears here: who, what, from where and when.'}
    </EmptyState>
  );
}
