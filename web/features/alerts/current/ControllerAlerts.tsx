import { Button, chakra, VisuallyHidden } from '@chakra-ui/react';
import { RefreshCw } from '#web/ui/icons.tsx';
import { type ReactNode, useId, useState } from 'react';
import { siteText } from '#web/features/controllers/controller-state.ts';
import { MaintenanceNotice } from '#web/features/maintenance/MaintenanceNotice.tsx';
import { useAddress } from '#web/lib/useAddress.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { LoadingSpinner } from '#web/ui/Loading.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StateShape } from '#web/ui/StateShape.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { isOfLevel, type Level, levelOf, levels } from '../alert-words.ts';
import type { AlertController } from '../ControllerSelect.tsx';
import { DataFreshness } from '../DataFreshness.tsx';
import { type ShownAlert, useCurrentAlerts } from '../useCurrentAlerts.ts';
import { AlertList } from './AlertList.tsx';
import { useRows } from './useRows.ts';

type Props = {
  controller: AlertController;
  select: ReactNode;
  elsewhere: ReactNode;
  onRefresh: () => Promise<unknown>;
};

/** The open alerts of one controller, with what can be done about the list. */
export function ControllerAlerts({ controller, select, elsewhere, onRefresh }: Props) {
  const { alerts, loading, error, refetch } = useCurrentAlerts(controller.id);
  const siteName = siteText(controller);
  const [word, setWord] = useAddress('level');
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
        <LoadFailed title="Alerts could not be loaded" error={error} onRetry={refetch} />
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

/** Alerts that come and go by themselves, of one level or of all. */
export function LiveAlerts(props: {
  controller: AlertController;
  alerts: readonly ShownAlert[];
  level: Level;
  siteName: string;
  /** Where a level can be chosen. */
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

/** An empty list. Only a controller that has been read and can be read now is called clear. */
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
      <Nothing state="unknown" title={`Nothing is known of ${name} yet`}>
        Whatever is wrong there shows here after the first reading.
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
      What has happened there since is not known.
    </Nothing>
  );
}

const Nothing = (props: { state: 'ok' | 'unknown'; title: ReactNode; children: string }) => (
  <chakra.div
    bg="bg.panel"
    borderWidth="1px"
    borderRadius="surface"
    animation="fade-in {durations.slow} {easings.out}"
  >
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
          <StateShape state={props.state} size={22} />
        </chakra.span>
      }
    >
      {props.children}
    </EmptyState>
  </chakra.div>
);

/** Something is wrong, but nothing of the level that was asked for. */
const NoneOfLevel = ({ level, onShowAll }: { level: Level; onShowAll: () => void }) => (
  <chakra.div bg="bg.panel" borderWidth="1px" borderRadius="surface">
    <EmptyState
      title={`No ${level} alerts`}
      action={
        <Button variant="outline" onClick={onShowAll}>
          Show all levels
        </Button>
      }
    >
      There are alerts of other levels on this site.
    </EmptyState>
  </chakra.div>
);

type SeverityFilterProps = { value: Level; onChange: (level: Level) => void; alerts: readonly ShownAlert[] };

/** Which alerts to show, with how many there are of each: the count answers "how bad?" before anything is chosen. */
function SeverityFilter({ value, onChange, alerts }: SeverityFilterProps) {
  const group = useId();
  return (
    <chakra.fieldset
      display="inline-flex"
      // A fieldset is as wide as its content unless told otherwise.
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
                <StateShape state={level} size={10} />
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
