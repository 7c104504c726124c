import { chakra } from '@chakra-ui/react';
import { type ReactNode, useMemo } from 'react';
import { formatCount } from '#web/lib/format.ts';
import { useDialogParam } from '#web/lib/useSearchParam.ts';
import { Card } from '#web/ui/Card.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Muted, SectionHead, SectionTitle } from '#web/ui/text.tsx';
import type { View } from './current/open-alerts.gql.ts';
import { OpenAlertsArea } from './current/OpenAlertsArea.tsx';
import { useOpenAlerts } from './current/useOpenAlerts.ts';

const AlertDetails = lazyDialog(() => import('./detail/AlertDetails.tsx').then((m) => m.AlertDetails));

/** A customer, a site of a controller, or one of the site's devices. */
type AlertPlace = { customerId: string } | { controllerId: string; siteId: string; deviceMac?: string };

type Props = {
  place: AlertPlace;
  /** Beside the heading. */
  action?: ReactNode;
  /** Whose alerts they are. */
  name: string;
  /** Why the state is unknown, as a sentence. Otherwise no alerts would look as if all were well. */
  unknown?: ReactNode;
};

/** For a place that can't be read at all. */
export const unreadPlace = 'Its state isn’t known now, so none can be raised.';

type DeviceCounts = Record<'online' | 'offline' | 'impaired' | 'busy' | 'unknown', number>;

/** For a place of which some devices can't be read. Undefined if all can. */
export function unreadDevices({
  online,
  offline,
  impaired,
  busy,
  unknown,
}: DeviceCounts): string | undefined {
  if (online + offline + impaired + busy + unknown === 0)
    return 'None of its devices have been read yet, so their alerts can’t be raised.';
  if (unknown === 0) return undefined;
  return `${formatCount(unknown, 'device')} can’t be read, so ${unknown === 1 ? 'its' : 'their'} alerts can’t be raised.`;
}

/** The open alerts of a place, worst first, with their actions. */
export function PlaceAlerts({ place, action, name, unknown }: Props) {
  const key = JSON.stringify(filterOf(place));
  const view = useMemo((): View => ({ filter: JSON.parse(key) as View['filter'], order: 'worst' }), [key]);
  const open = useOpenAlerts(view);
  const [alertId, openAlert] = useDialogParam('alert');
  return (
    <chakra.section aria-labelledby="open-alerts">
      <SectionHead>
        <SectionTitle id="open-alerts">Open alerts</SectionTitle>
        {action}
      </SectionHead>
      <OpenAlertsArea
        open={open}
        label={`Open alerts of ${name}`}
        empty={<None unknown={unknown} />}
        onOpen={openAlert}
      />
      {alertId !== undefined && (
        <AlertDetails key={alertId} id={alertId} onClose={() => openAlert(undefined)} />
      )}
    </chakra.section>
  );
}

function filterOf(place: AlertPlace): View['filter'] {
  if ('customerId' in place) return { customerIds: [place.customerId] };
  const { controllerId, siteId, deviceMac } = place;
  return { controllerId, ...(deviceMac === undefined ? { siteId } : { deviceMac }) };
}

const None = ({ unknown }: Pick<Props, 'unknown'>) => (
  <Card px={4} py={4} display="flex" flexWrap="wrap" columnGap={3}>
    <StatusDot state={unknown ? 'unknown' : 'ok'} word="No open alerts" />
    {unknown && <Muted>{unknown}</Muted>}
  </Card>
);
