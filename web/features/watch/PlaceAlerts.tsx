import { chakra, VisuallyHidden } from '@chakra-ui/react';
import { AlertList } from '#web/features/alerts/current/AlertList.tsx';
import { useRows } from '#web/features/alerts/current/useRows.ts';
import { useCurrentAlerts } from '#web/features/alerts/useCurrentAlerts.ts';
import type { AlertFieldsFragment } from '#web/gql/graphql.ts';
import { useSearchParam } from '#web/lib/useSearchParam.ts';
import { Card } from '#web/ui/Card.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Muted, SectionTitle } from '#web/ui/text.tsx';

const AlertDetails = lazyDialog(() =>
  import('#web/features/alerts/detail/AlertDetails.tsx').then((m) => m.AlertDetails),
);

type Props = {
  controllerId: string;
  siteId: string;
  /** Only the alerts of this device. */
  deviceMac?: string;
  /** Whose alerts they are. */
  name: string;
  /** Whether its state is known now. If not, no alerts doesn't mean that all is well. */
  isKnown: boolean;
};

/** The open alerts of a site or a device, with their actions. */
export function PlaceAlerts({ controllerId, siteId, deviceMac, name, isKnown }: Props) {
  const { alerts, error, refetch } = useCurrentAlerts(controllerId);
  const [alertId, openAlert] = useSearchParam('alert');
  const own = alerts?.filter((alert) =>
    deviceMac === undefined ? alert.siteId === siteId : alert.deviceMac === deviceMac,
  );
  return (
    <chakra.section aria-labelledby="open-alerts">
      <SectionTitle id="open-alerts" mb={3}>
        Open alerts
      </SectionTitle>
      {!own && error !== undefined && (
        <LoadFailed title="We couldn’t load the alerts" error={error} onRetry={refetch} />
      )}
      {!own && error === undefined && <SkeletonRows rows={2} />}
      {own && <OpenAlerts alerts={own} name={name} isKnown={isKnown} />}
      {alertId !== undefined && (
        <AlertDetails key={alertId} id={alertId} onClose={() => openAlert(undefined)} />
      )}
    </chakra.section>
  );
}

type OpenAlertsProps = { alerts: readonly AlertFieldsFragment[]; name: string; isKnown: boolean };

function OpenAlerts({ alerts, name, isKnown }: OpenAlertsProps) {
  const { rows, said, onPhaseOver } = useRows(alerts);
  return (
    <>
      <VisuallyHidden role="status" aria-live="polite">
        {said}
      </VisuallyHidden>
      {rows.length > 0 ? (
        <AlertList label={`Open alerts of ${name}`} rows={rows} onPhaseOver={onPhaseOver} />
      ) : (
        <Card px={4} py={4} display="flex" flexWrap="wrap" columnGap={3}>
          {isKnown ? (
            <StatusDot state="ok" word="No open alerts" />
          ) : (
            <>
              <StatusDot state="unknown" word="No open alerts" />
              <Muted>Its state isn’t known now, so none can be raised.</Muted>
            </>
          )}
        </Card>
      )}
    </>
  );
}
