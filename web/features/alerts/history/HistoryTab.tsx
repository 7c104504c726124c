import { Button, chakra, Link } from '@chakra-ui/react';
import { formatNumber } from '#web/lib/format.ts';
import { Download, History } from '#web/ui/icons.tsx';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { useDialogParam } from '#web/lib/useSearchParam.ts';
import { Chart } from '#web/ui/Chart.tsx';
import { DownloadButton } from '#web/ui/DownloadButton.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadMoreTable } from '#web/ui/LoadMoreTable.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Results } from '#web/ui/Results.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { SeverityBadge } from '#web/ui/SeverityBadge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Hint } from '#web/ui/text.tsx';
import { touchRow } from '#web/ui/touch.ts';
import { momentOf, typeWords } from '../alert-words.ts';
import { AlertMarks, MutedSeverity } from '../AlertMarks.tsx';
import { HistoryFilters } from './HistoryFilters.tsx';
import { LinkedFilters } from './LinkedFilters.tsx';
import { useAlertHistory } from './useAlertHistory.ts';

const LABEL = 'Alerts raised per day';

/** Every stored alert, open or resolved, with search, filters, a chart by day and a CSV download. */
export function HistoryTab() {
  const { list, alerts, days, error, searching, refetch, loadMore, loadingMore, csv } = useAlertHistory();
  const [, open] = useDialogParam('alert');
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
      <LinkedFilters
        chosen={list.chosen}
        deviceName={searching ? undefined : alerts?.[0]?.deviceName}
        onChoose={list.choose}
      />
      {error && <LoadFailed title="We couldn’t load the alert history" error={error} onRetry={refetch} />}
      {days && alerts && alerts.length > 0 && (
        <Card as="section" p={4} mb={4} aria-label={LABEL}>
          <chakra.h2 fontWeight="semibold" mb={3}>
            {LABEL}
          </chakra.h2>
          <Chart
            label={LABEL}
            times={days.days}
            values={days.values}
            format={(count) => formatNumber(count)}
            shape="bars"
            dayHead="Day"
          />
        </Card>
      )}
      {alerts && alerts.length > 0 && (
        <LoadMoreTable
          label="Alerts"
          columns={historyColumns}
          head={historyHead}
          more={loadMore}
          loading={loadingMore}
          searching={searching}
        >
          {alerts.map((alert) => (
            <HistoryRow key={alert.id} alert={alert} onOpen={open} />
          ))}
        </LoadMoreTable>
      )}
      {!error && !alerts?.length && (
        <Results searching={searching} bg="bg.panel" borderWidth="1px" borderRadius="surface">
          {alerts && !searching ? <None {...list} /> : <SkeletonRows rows={8} />}
        </Results>
      )}
    </>
  );
}

const None = ({ isNarrowed, clear }: { isNarrowed: boolean; clear: () => void }) => (
  <EmptyState
    icon={<History size={28} strokeWidth={1.5} aria-hidden />}
    title={isNarrowed ? 'No matching alerts' : 'No alerts in the last 30 days'}
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
      : 'Alerts appear here when they’re raised, and stay for as long as your package keeps them.'}
  </EmptyState>
);

export const historyHead = (
  <>
    <span role="columnheader">Severity</span>
    <span role="columnheader">Alert</span>
    <span role="columnheader">Type and rule</span>
    <span role="columnheader">Raised</span>
    <span role="columnheader">Resolved</span>
  </>
);

/** Wide screens show everything side by side. Narrower ones put the type and the times under the message. */
export const historyColumns = {
  base: 'auto minmax(0, 1fr)',
  lg: '6.25rem minmax(0, 1fr) 11rem 8rem 8rem',
} as const;

const areas = {
  base: '"state name" "message message" "kind kind" "raised over"',
  lg: '"state name kind raised over" "state message rule raised over"',
};

export const HistoryRowFields = graphql(`
  fragment HistoryRowFields on Alert {
    id
    message
    pastMessage
    severity
    type
    ruleName
    deviceName
    siteName
    timestamp
    resolvedAt
    ...AlertMarksFields
  }
`);

type Props = { alert: FragmentType<typeof HistoryRowFields>; onOpen: (id: string) => void };

/** One alert: severity, message, place, and when it was raised and resolved. Resolved alerts are muted. */
export function HistoryRow({ onOpen, ...props }: Props) {
  const alert = readFragment(HistoryRowFields, props.alert);
  const { severity, resolvedAt } = alert;
  const type = typeWords[alert.type];
  const isOver = resolvedAt != null;
  const of = alert.deviceName ?? alert.siteName;
  return (
    <chakra.div
      role="row"
      position="relative"
      display="grid"
      gridTemplateColumns={historyColumns}
      gridTemplateAreas={areas}
      columnGap={{ base: 2.5, lg: 4 }}
      rowGap={{ base: 1, lg: 0 }}
      borderTopWidth="1px"
      px={4}
      py={2.5}
    >
      <chakra.div role="cell" gridArea="state" pt={{ lg: 0.5 }}>
        {isOver ? <MutedSeverity state={severity} /> : <SeverityBadge state={severity} />}
      </chakra.div>
      <chakra.div role="cell" display="contents">
        <chakra.p gridArea="name" fontWeight="medium" lineClamp={2} overflowWrap="anywhere">
          <chakra.button
            type="button"
            textAlign="start"
            borderRadius="sm"
            cursor="pointer"
            _hover={{ textDecoration: 'underline' }}
            css={touchRow}
            aria-haspopup="dialog"
            onClick={() => onOpen(alert.id)}
          >
            {of}
          </chakra.button>
        </chakra.p>
        <Hint as="div" gridArea="message" overflowWrap="anywhere">
          <chakra.span me={2}>{alert.pastMessage ?? alert.message}</chakra.span>
          <AlertMarks alert={alert} />
        </Hint>
      </chakra.div>
      <chakra.div role="cell" display="contents">
        <chakra.p gridArea="kind" textStyle={{ base: 'sm', lg: 'md' }} truncate>
          {type}
          {alert.ruleName !== type && <chakra.span hideFrom="lg">{` · ${alert.ruleName}`}</chakra.span>}
        </chakra.p>
        {alert.ruleName !== type && (
          <Hint gridArea="rule" hideBelow="lg" truncate>
            {alert.ruleName}
          </Hint>
        )}
      </chakra.div>
      <Moment area="raised" word="Raised">
        <Link asChild variant="plain" color="inherit">
          <RouterLink
            to={`/alerts/${alert.id}`}
            aria-label={`${momentOf(alert.timestamp)}: open the page of this alert for ${of}`}
          >
            <time dateTime={alert.timestamp}>{momentOf(alert.timestamp)}</time>
          </RouterLink>
        </Link>
      </Moment>
      {isOver ? (
        <Moment area="over" word="Resolved">
          <time dateTime={resolvedAt}>{momentOf(resolvedAt)}</time>
        </Moment>
      ) : (
        <chakra.p role="cell" gridArea="over" textStyle="sm" fontWeight="medium">
          Open
        </chakra.p>
      )}
    </chakra.div>
  );
}

/** The time alone under a table header, otherwise with its label. */
const Moment = ({ area, word, children }: { area: string; word: string; children: ReactNode }) => (
  <Hint role="cell" gridArea={area} whiteSpace="nowrap">
    <chakra.span hideFrom="lg">{word} </chakra.span>
    {children}
  </Hint>
);
