import { Button, chakra, VisuallyHidden } from '@chakra-ui/react';
import { RefreshCw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { siteText } from '#web/features/controllers/controller-state.ts';
import { MaintenanceNotice } from '#web/features/maintenance/MaintenanceNotice.tsx';
import { useAddress } from '#web/lib/useAddress.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { LoadingSpinner } from '#web/ui/Loading.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { AlertList } from './AlertList.tsx';
import type { AlertController } from './ControllerSelect.tsx';
import type { ShownAlert } from './fold-alerts.ts';
import { NoAlerts, NoneOfLevel } from './NoAlerts.tsx';
import { HowTrue } from './HowTrue.tsx';
import { SeverityFilter } from './SeverityFilter.tsx';
import { isOfLevel, levelOf, type Level } from './severity-filter.ts';
import { useCurrentAlerts } from './useCurrentAlerts.ts';
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
          <HowTrue controller={controller} siteName={siteName} count={alerts.length} />
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
