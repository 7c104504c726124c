import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useId, useState } from 'react';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { AcknowledgeDialog } from './AcknowledgeDialog.tsx';
import { AlertActions } from './AlertActions.tsx';
import { AlertFacts } from './AlertFacts.tsx';
import { AlertControllers } from './alerts.gql.ts';
import { SnoozeDialog } from './SnoozeDialog.tsx';
import { Timeline } from './Timeline.tsx';
import type { AlertInDetail } from './useAlertInDetail.ts';

type Props = {
  detail: AlertInDetail;
  alert: NonNullable<AlertInDetail['alert']>;
  now: number;
  Heading?: 'h2' | 'h3';
};

/** Everything about one alert, open or over: facts, what can be done, and its timeline with who was told. */
export function AlertBody({ detail, alert, now, Heading = 'h3' }: Props) {
  const { entries, ticket, deliveries, hasOlder, toldError, reload } = detail;
  const controllers = useQuery(AlertControllers).data?.controllers;
  const [dialog, setDialog] = useState<'acknowledge' | 'snooze'>();
  const close = () => setDialog(undefined);
  const heading = useId();
  return (
    <>
      <AlertFacts
        alert={alert}
        entries={entries}
        ticket={ticket}
        controllerName={controllers?.find((one) => one.id === alert.controllerId)?.name}
      />
      {alert.resolvedAt == null && (
        <AlertActions
          alert={alert}
          now={now}
          onAcknowledge={() => setDialog('acknowledge')}
          onOwnTime={() => setDialog('snooze')}
        />
      )}
      {entries && (
        <chakra.section aria-labelledby={heading}>
          <chakra.h3 as={Heading} id={heading} fontWeight="semibold" mb={3}>
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
      {dialog === 'acknowledge' && <AcknowledgeDialog alert={alert} onClose={close} />}
      {dialog === 'snooze' && <SnoozeDialog alert={alert} onClose={close} />}
    </>
  );
}
