import { chakra } from '@chakra-ui/react';
import { LiveAlerts } from '#web/features/alerts/ControllerAlerts.tsx';
import { HowTrue } from '#web/features/alerts/HowTrue.tsx';
import { siteText } from '#web/features/controllers/controller-state.ts';
import { useCurrentAlerts } from '#web/features/alerts/useCurrentAlerts.ts';
import type { ControllerFieldsFragment } from '#web/gql/graphql.ts';
import { useAddress } from '#web/lib/useAddress.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';

const AlertDetails = lazyDialog(() =>
  import('#web/features/alerts/AlertDetails.tsx').then((m) => m.AlertDetails),
);

/** What is wrong on it now. */
export function AlertsOfController({ controller }: { controller: ControllerFieldsFragment }) {
  const { alerts, error, refetch } = useCurrentAlerts(controller.id);
  const siteName = siteText(controller);
  const [alertId, openAlert] = useAddress('alert');
  return (
    <chakra.section aria-labelledby="open-alerts">
      <chakra.h2 id="open-alerts" textStyle="lg" fontWeight="semibold" mb={3}>
        Open alerts
      </chakra.h2>
      {!alerts && error !== undefined && (
        <LoadFailed title="Alerts could not be loaded" error={error} onRetry={refetch} />
      )}
      {!alerts && error === undefined && <SkeletonRows rows={3} />}
      {alerts && (
        <>
          <HowTrue controller={controller} siteName={siteName} count={alerts.length} />
          <LiveAlerts controller={controller} alerts={alerts} level="all" siteName={siteName} />
        </>
      )}
      {alertId !== undefined && (
        <AlertDetails key={alertId} id={alertId} onClose={() => openAlert(undefined)} />
      )}
    </chakra.section>
  );
}
