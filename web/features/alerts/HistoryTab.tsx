import { Button, chakra } from '@chakra-ui/react';
import { Download, History } from 'lucide-react';
import { macWords } from '#web/features/maintenance/window-words.ts';
import { useAddress } from '#web/lib/useAddress.ts';
import { Chart } from '#web/ui/Chart.tsx';
import { DownloadButton } from '#web/ui/DownloadButton.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GrowingTable } from '#web/ui/GrowingTable.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Results } from '#web/ui/Results.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { HistoryFilters } from './HistoryFilters.tsx';
import { historyColumns, HistoryRow } from './HistoryRow.tsx';
import { useAlertHistory } from './useAlertHistory.ts';

const LABEL = 'Alerts raised a day';

/** Every stored alert, open or resolved, with search, filters, a chart by day and a CSV download. */
export function HistoryTab() {
  const { list, alerts, days, error, searching, refetch, loadMore, loadingMore, csv } = useAlertHistory();
  const [, open] = useAddress('alert');
  return (
    <>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2} mb={4}>
        <HistoryFilters chosen={list.chosen} onChoose={list.choose} />
        <SearchField label="Search alerts" value={list.search} onSearch={list.find} searching={searching} />
        <DownloadButton size="sm" path={csv} file="alerts.csv">
          <Download size={16} strokeWidth={1.75} aria-hidden />
          Download CSV
        </DownloadButton>
      </chakra.div>
      {list.chosen.mac && (
        <OneDevice
          mac={list.chosen.mac}
          name={searching ? null : alerts?.[0]?.deviceName}
          onAll={() => list.choose({ mac: undefined })}
        />
      )}
      {error && <LoadFailed title="The history could not be loaded" error={error} onRetry={refetch} />}
      {days && alerts && alerts.length > 0 && (
        <chakra.section
          bg="bg.panel"
          borderWidth="1px"
          borderRadius="surface"
          p={4}
          mb={4}
          aria-label={LABEL}
        >
          <chakra.h2 fontWeight="semibold" mb={3}>
            {LABEL}
          </chakra.h2>
          <Chart
            label={LABEL}
            times={days.days}
            values={days.values}
            format={(count) => count.toLocaleString()}
            shape="bars"
          />
        </chakra.section>
      )}
      {alerts && alerts.length > 0 && (
        <GrowingTable
          label="Alerts"
          columns={historyColumns}
          head={head}
          more={loadMore}
          loading={loadingMore}
          searching={searching}
        >
          {alerts.map((alert) => (
            <HistoryRow key={alert.id} alert={alert} onOpen={open} />
          ))}
        </GrowingTable>
      )}
      {!error && !alerts?.length && (
        <Results searching={searching} bg="bg.panel" borderWidth="1px" borderRadius="surface">
          {alerts && !searching ? <None {...list} /> : <SkeletonRows rows={8} />}
        </Results>
      )}
    </>
  );
}

type OneDeviceProps = { mac: string; name: string | null | undefined; onAll: () => void };

/** Said and ended here: which device it is comes with a link, such as that of the device's page. */
const OneDevice = ({ mac, name, onAll }: OneDeviceProps) => (
  <chakra.p display="flex" flexWrap="wrap" alignItems="center" columnGap={3} mb={4} overflowWrap="anywhere">
    {`Only of ${name ?? macWords(mac)}.`}
    <Button variant="outline" size="xs" onClick={onAll}>
      All devices
    </Button>
  </chakra.p>
);

const None = ({ isNarrowed, clear }: { isNarrowed: boolean; clear: () => void }) => (
  <EmptyState
    icon={<History size={28} strokeWidth={1.5} aria-hidden />}
    title={isNarrowed ? 'No such alerts' : 'No alerts in the last 30 days'}
    action={
      isNarrowed && (
        <Button variant="outline" onClick={clear}>
          Clear filters
        </Button>
      )
    }
  >
    {isNarrowed
      ? 'No alerts match these filters.'
      : 'Alerts appear here once they are raised, for as long as your package keeps them.'}
  </EmptyState>
);

const head = (
  <>
    <span role="columnheader">Severity</span>
    <span role="columnheader">Alert</span>
    <span role="columnheader">Type and rule</span>
    <span role="columnheader">Raised</span>
    <span role="columnheader">Over</span>
  </>
);
