import { Button, chakra } from '@chakra-ui/react';
import { Link } from 'react-router';
import { formatCount, formatDateTime, formatNumber, formatTime } from '#web/lib/format.ts';
import { usePolling } from '#web/lib/usePolling.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { useWindows } from './useWindows.ts';
import { macWords, momentOf, placesText, stageOf, type Window } from './window-words.ts';

/** How often it is looked whether a colleague began or ended one, in milliseconds. */
const EVERY = 60_000;

/** More windows than these are only counted. */
const NAMED = 2;

type Props = {
  /** Undefined: of any controller. */
  controllerId?: string;
  /** Only windows that apply to this site, or to this device. */
  siteId?: string;
  deviceMac?: string;
  /** What the site belongs to. Windows that are limited to other customers and tags don't apply to it. */
  site?: { customerId?: string; tags: readonly string[] };
};

/** Banner over a controller's alerts, or everyone's, during a maintenance window. Hidden if none is active. */
export function MaintenanceNotice({ controllerId, siteId, deviceMac, site }: Props) {
  const { windows = [], now, refetch } = useWindows();
  usePolling(EVERY, refetch);
  const on = windows.filter(
    (window) =>
      stageOf(window, now) === 'on' &&
      (!window.controllerId || !controllerId || window.controllerId === controllerId) &&
      (!window.siteId || !siteId || window.siteId === siteId) &&
      (!window.deviceMac || !deviceMac || window.deviceMac === deviceMac) &&
      (window.places.length === 0 ||
        window.places.some(
          (place) =>
            (!siteId || place.siteId === siteId) &&
            (!place.deviceMac || !deviceMac || place.deviceMac === deviceMac),
        )) &&
      (!window.limitedTo || !site || isOneOf(window, site)),
  );
  if (on.length === 0) return null;
  return (
    <chakra.div mb={4}>
      <Notice
        state="info"
        title={on.length === 1 ? 'Maintenance' : `${on.length} maintenance windows are on`}
        action={
          <Button asChild variant="outline" size="sm">
            <Link to="/maintenance">Open</Link>
          </Button>
        }
      >
        {on.length === 1 ? sentence(on[0]!, now) : summary(on, now)}
      </Notice>
    </chakra.div>
  );
}

/** Says in one line how many open alerts are in maintenance, so that a quiet screen doesn't look as if all were well. */
export function AlertsInMaintenance({ count, of }: { count: number; of: number }) {
  const { windows = [], now, refetch } = useWindows();
  usePolling(EVERY, refetch);
  const on = windows.filter((window) => stageOf(window, now) === 'on');
  const last = on
    .map((window) => momentOf(window, 'on'))
    .toSorted()
    .at(-1);
  const until = last ? ` until ${endWords(new Date(last), now)}${on.length > 1 ? ' at the latest' : ''}` : '';
  return (
    <chakra.div mb={4}>
      <Notice
        state="info"
        title={`${formatNumber(count)} of ${formatCount(of, 'open alert')} ${count === 1 ? 'is' : 'are'} in maintenance${until}`}
        action={
          <Button asChild variant="outline" size="sm">
            <Link to="/maintenance">Open Maintenance</Link>
          </Button>
        }
      />
    </chakra.div>
  );
}

/** Whether a window's limits include the site, as the server decides. */
const isOneOf = ({ customerIds, tags }: Window, site: NonNullable<Props['site']>): boolean =>
  customerIds.some((id) => id === site.customerId) || tags.some((tag) => site.tags.includes(tag));

const endWords = (end: Date, now: number): string =>
  end.getTime() - now < 20 * 3_600_000 ? formatTime(end) : formatDateTime(end);

const nameAndEnd = (window: Window, now: number): string =>
  `“${window.name}” until ${endWords(new Date(momentOf(window, 'on')), now)}`;

/** Of several windows, on one line: the list below is what people came for. */
function summary(on: readonly Window[], now: number): string {
  const names = on.slice(0, NAMED).map((window) => nameAndEnd(window, now));
  const more = on.length > NAMED ? ` and ${on.length - NAMED} more` : '';
  return `${names.join(', ')}${more}. Their alerts are recorded here, but no one is notified.`;
}

function sentence(window: Window, now: number): string {
  const { siteId, siteName, deviceMac, deviceName, limitedTo, places } = window;
  const some = places.length > 0 && ` of ${placesText(places)}`;
  const device = deviceMac && ` of ${deviceName || macWords(deviceMac)}`;
  const site = siteId && siteName ? ` at ${siteName}` : limitedTo ? ` of ${limitedTo}` : '';
  return `${nameAndEnd(window, now)}: alerts${some || (device ?? site)} are recorded here, but no one is notified.`;
}
