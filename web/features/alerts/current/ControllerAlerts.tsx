import { Button, chakra, VisuallyHidden } from '@chakra-ui/react';
import { RefreshCw } from '#web/ui/icons.tsx';
import { type ReactNode, useId, useState } from 'react';
import { siteText } from '#web/features/controllers/controller-state.ts';
import { MaintenanceNotice } from '#web/features/maintenance/MaintenanceNotice.tsx';
import type { AlertFieldsFragment } from '#web/gql/graphql.ts';
import { useSearchParam } from '#web/lib/useSearchParam.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { LoadingSpinner } from '#web/ui/Loading.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { Card } from '#web/ui/Card.tsx';
import { isOfLevel, type Level, levelOf, levels } from '../alert-words.ts';
import type { AlertController } from '../ControllerSelect.tsx';
import { DataFreshness } from '../DataFreshness.tsx';
import { useCurrentAlerts } from '../useCurrentAlerts.ts';
import { AlertList } from './AlertList.tsx';
import { useRows } from './useRows.ts';

type Props = {
  controller: AlertController;
  select: ReactNode;
  elsewhere: ReactNode;
  onRefresh: () => Promise<unknown>;
};

/** One controller's open alerts, with the severity filter and Refresh. */
export function ControllerAlerts({ controller, select, elsewhere, onRefresh }: Props) {
  const { alerts, loading, error, refetch } = useCurrentAlerts(controller.id);
  const siteName = siteText(controller);
  const [word, setWord] = useSearchParam('level');
  const level = levelOf(word);
  const setLevel = (next: Level) => setWord(next === 'all' ? undefined : next);
  const [refreshing, setRefreshing] = useState(false);
  const refresh = async () => {
    setRefreshing(true);
    try {
      await Promise.all([refetch(), onRefresh()]);
      toast({ title: 'Alerts refreshed successfully', type: 'success' });
    } catch {
      toast({ title: 'Failed to refresh alerts', type: 'error' });
    } finally {
      setRefreshing(false);
    }
  };
  return (
    <>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={3} mb={4}>
        <chakra.div flex={{ base: 1, md: 'none' }} minW={0}>
          {select}
        </chakra.div>
        <Button variant="outline" disabled={refreshing} onClick={() => void refresh()}>
          <RefreshCw size={16} strokeWidth={1.75} aria-hidden />
          <chakra.span srOnly={{ base: true, sm: false }}>Refresh</chakra.span>
        </Button>
        <chakra.div ms={{ lg: 'auto' }} w={{ base: 'full', sm: 'auto' }}>
          <SeverityFilter value={level} onChange={setLevel} alerts={alerts ?? []} />
        </chakra.div>
      </chakra.div>
      {elsewhere}
      <MaintenanceNotice controllerId={controller.id} />
      {loading && <LoadingSpinner text="Loading alerts..." />}
      {!alerts && error !== undefined && (
        <LoadFailed title="We couldn’t load the alerts" error={error} onRetry={refetch} />
      )}
      {alerts && (
        <>
          <DataFreshness controller={controller} siteName={siteName} count={alerts.length} />
          <LiveAlerts
            controller={controller}
            alerts={alerts}
            level={level}
            siteName={siteName}
            onShowAll={() => setLevel('all')}
          />
        </>
      )}
    </>
  );
}

/** Live alerts of one level or of all levels. */
export function LiveAlerts(props: {
  controller: AlertController;
  alerts: readonly AlertFieldsFragment[];
  level: Level;
  siteName: string;
  /** Whether the severity filter is shown. */
  onShowAll?: () => void;
}) {
  const { controller, alerts, level, siteName, onShowAll } = props;
  const { rows, said, onPhaseOver } = useRows(alerts);
  const shown = rows.filter(({ alert }) => isOfLevel(alert.severity, level));
  return (
    <>
      <VisuallyHidden role="status" aria-live="polite">
        {said}
      </VisuallyHidden>
      {shown.length > 0 && (
        <AlertList label={`Open alerts of ${siteName}`} rows={shown} onPhaseOver={onPhaseOver} />
      )}
      {shown.length === 0 && rows.length === 0 && <NoAlerts controller={controller} />}
      {shown.length === 0 && rows.length > 0 && onShowAll && (
        <NoneOfLevel level={level} onShowAll={onShowAll} />
      )}
    </>
  );
}

/** The empty list. It says "All Clear!" only if the controller has been read and can be read now. */
const NoAlerts = ({ controller }: { controller: AlertController }) =>
  controller.status === 'online' && controller.lastSync && !controller.overLimit ? (
    <Nothing state="ok" title="All Clear!">
      {controller.selectedSiteId
        ? 'No active alerts found for this site.'
        : 'No active alerts found on any of its sites.'}
    </Nothing>
  ) : (
    <NothingKnown controller={controller} />
  );

function NothingKnown({ controller: { name, status, lastSync } }: { controller: AlertController }) {
  // After a key or site change, earlier readings say nothing about the new one.
  if (status === 'pending' || !lastSync) {
    return (
      <Nothing state="unknown" title={`No data from ${name} yet`}>
        Its alerts appear here after the first reading.
      </Nothing>
    );
  }
  const title = (
    <>
      No alerts were open when {name} was last read, <RelativeTime at={lastSync} />
    </>
  );
  return (
    <Nothing state="unknown" title={title}>
      We don’t know what has happened since then.
    </Nothing>
  );
}

const Nothing = (props: { state: 'ok' | 'unknown'; title: ReactNode; children: string }) => (
  <Card animation="fade-in {durations.slow} {easings.out}">
    <EmptyState
      title={props.title}
      icon={
        <chakra.span
          display="inline-flex"
          alignItems="center"
          justifyContent="center"
          boxSize={12}
          borderRadius="full"
          color={`state.${props.state}`}
          bg={`state.${props.state}.subtle`}
        >
          <StateIcon state={props.state} size={22} />
        </chakra.span>
      }
    >
      {props.children}
    </EmptyState>
  </Card>
);

/** There are alerts, but none at the selected level. */
const NoneOfLevel = ({ level, onShowAll }: { level: Level; onShowAll: () => void }) => (
  <Card>
    <EmptyState
      title={`No ${level} alerts`}
      action={
        <Button variant="outline" onClick={onShowAll}>
          Show all levels
        </Button>
      }
    >
      This site has alerts at other levels.
    </EmptyState>
  </Card>
);

type SeverityFilterProps = {
  value: Level;
  onChange: (level: Level) => void;
  alerts: readonly AlertFieldsFragment[];
};

/** The severity filter, with the number of alerts at each level. */
function SeverityFilter({ value, onChange, alerts }: SeverityFilterProps) {
  const group = useId();
  return (
    <chakra.fieldset
      display="inline-flex"
      // A fieldset is as wide as its content by default.
      minW={0}
      maxW="full"
      overflowX="auto"
      scrollbarWidth="none"
      p="3px"
      gap="2px"
      borderRadius="control"
      bg="bg.muted"
      w={{ base: 'full', sm: 'auto' }}
    >
      <VisuallyHidden asChild>
        <legend>Severity</legend>
      </VisuallyHidden>
      {levels.map(({ level, label }) => {
        const count = alerts.filter(({ severity }) => isOfLevel(severity, level)).length;
        return (
          <Choice key={level} checked={value === level} group={group} onChoose={() => onChange(level)}>
            {level !== 'all' && (
              <chakra.span color={count ? `state.${level}` : 'fg.subtle'}>
                <StateIcon state={level} size={10} />
              </chakra.span>
            )}
            {label}
            <chakra.span
              color={count ? 'fg' : 'fg.subtle'}
              fontVariantNumeric="tabular-nums"
              css={count ? undefined : { '@media (max-width: 23rem)': { display: 'none' } }}
            >
              {count}
            </chakra.span>
          </Choice>
        );
      })}
    </chakra.fieldset>
  );
}

function Choice(props: { group: string; checked: boolean; onChoose: () => void; children: React.ReactNode }) {
  const { group, checked, onChoose, children } = props;
  return (
    <chakra.label
      position="relative"
      display="inline-flex"
      alignItems="center"
      justifyContent="center"
      gap={{ base: 1, sm: 1.5 }}
      flex={{ base: 1, sm: 'none' }}
      h="30px"
      px={{ base: 1.5, sm: 2.5 }}
      borderRadius="sm"
      textStyle="sm"
      fontWeight="medium"
      whiteSpace="nowrap"
      cursor="pointer"
      color={checked ? 'fg' : 'fg.muted'}
      bg={checked ? 'bg.panel' : undefined}
      _hover={{ color: 'fg' }}
      css={{
        '@media (pointer: coarse)': { height: '2.75rem' },
        '&:has(:focus-visible)': { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '1px' },
      }}
    >
      <VisuallyHidden asChild>
        <input type="radio" name={group} checked={checked} onChange={onChoose} />
      </VisuallyHidden>
      {children}
    </chakra.label>
  );
}
