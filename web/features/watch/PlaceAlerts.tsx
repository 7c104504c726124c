import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import type { View } from '#web/features/alerts/current/open-alerts.ts';
import { OpenAlertsArea } from '#web/features/alerts/current/OpenAlertsArea.tsx';
import { useOpenAlerts } from '#web/features/alerts/current/useOpenAlerts.ts';
import { useSearchParam } from '#web/lib/useSearchParam.ts';
import { Card } from '#web/ui/Card.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
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
  const view = useMemo(
    (): View => ({
      filter: { controllerId, ...(deviceMac === undefined ? { siteId } : { deviceMac }) },
      order: 'worst',
    }),
    [controllerId, siteId, deviceMac],
  );
  const open = useOpenAlerts(view);
  const [alertId, openAlert] = useSearchParam('alert');
  return (
    <chakra.section aria-labelledby="open-alerts">
      <SectionTitle id="open-alerts" mb={3}>
        Open alerts
      </SectionTitle>
      <OpenAlertsArea
        open={open}
        label={`Open alerts of ${name}`}
        empty={<None isKnown={isKnown} />}
        onOpen={openAlert}
      />
      {alertId !== undefined && (
        <AlertDetails key={alertId} id={alertId} onClose={() => openAlert(undefined)} />
      )}
    </chakra.section>
  );
}

const None = ({ isKnown }: { isKnown: boolean }) => (
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
);
