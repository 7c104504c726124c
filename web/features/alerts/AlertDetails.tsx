import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { useNowPast } from '#web/lib/useNowPast.ts';
import { DetailsDialog } from '#web/ui/DetailsDialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { LoadingSpinner } from '#web/ui/Loading.tsx';
import { SeverityBadge } from '#web/ui/SeverityBadge.tsx';
import { AcknowledgeDialog } from './AcknowledgeDialog.tsx';
import { AlertActions } from './AlertActions.tsx';
import { AlertFacts } from './AlertFacts.tsx';
import { AlertControllers } from './alerts.gql.ts';
import { CalmState } from './CalmState.tsx';
import { SnoozeDialog } from './SnoozeDialog.tsx';
import { isCalm } from './snooze.ts';
import { Timeline } from './Timeline.tsx';
import { useAlertInDetail } from './useAlertInDetail.ts';

type Props = { id: string; onClose: () => void };

/** Everything about one alert, open or over: facts, what can be done, and its timeline with who was told. */
export function AlertDetails({ id, onClose }: Props) {
  const { alert, entries, ticket, error, deliveries, hasOlder, toldError, reload } = useAlertInDetail(id);
  const controllers = useQuery(AlertControllers).data?.controllers;
  const now = useNowPast([alert?.snoozedUntil]);
  const [dialog, setDialog] = useState<'acknowledge' | 'snooze'>();
  const close = () => setDialog(undefined);
  const isOver = alert?.resolvedAt != null;
  return (
    <>
      <DetailsDialog
        title={alert ? (alert.deviceName ?? alert.siteName) : 'Alert'}
        onClose={onClose}
        head={
          alert && (
            <chakra.div display="flex" alignItems="center" gap={2} mt={1} ms={isOver ? -2 : undefined}>
              {isOver || isCalm(alert, now) ? (
                <CalmState state={alert.severity} />
              ) : (
                <SeverityBadge state={alert.severity} />
              )}
              {isOver && <SeverityBadge state="ok">Over</SeverityBadge>}
            </chakra.div>
          )
        }
      >
        {!alert && error && (
          <LoadFailed title="The alert could not be loaded" error={error} onRetry={reload} />
        )}
        {!alert && !error && <LoadingSpinner />}
        {alert && (
          <AlertFacts
            alert={alert}
            entries={entries}
            ticket={ticket}
            controllerName={controllers?.find((one) => one.id === alert.controllerId)?.name}
          />
        )}
        {alert && !isOver && (
          <AlertActions
            alert={alert}
            now={now}
            onAcknowledge={() => setDialog('acknowledge')}
            onOwnTime={() => setDialog('snooze')}
          />
        )}
        {alert && entries && (
          <chakra.section aria-labelledby={`timeline-${id}`}>
            <chakra.h3 id={`timeline-${id}`} fontWeight="semibold" mb={3}>
              Timeline
            </chakra.h3>
            {toldError && (
              <chakra.div mb={3}>
                <LoadFailed title="Who was told could not be loaded" error={toldError} onRetry={reload} />
              </chakra.div>
            )}
            <Timeline
              alert={alert}
              entries={entries}
              deliveries={deliveries}
              onResent={() => void reload().catch(() => undefined)}
            />
            {hasOlder && (
              <chakra.p textStyle="sm" color="fg.muted">
                Of what was told, the newest 100 are shown.
              </chakra.p>
            )}
          </chakra.section>
        )}
      </DetailsDialog>
      {alert && dialog === 'acknowledge' && <AcknowledgeDialog alert={alert} onClose={close} />}
      {alert && dialog === 'snooze' && <SnoozeDialog alert={alert} onClose={close} />}
    </>
  );
}
