import { AlarmClock, BellOff, Check, Construction, ExternalLink } from '#web/ui/icons.tsx';
import { typeWords } from '#web/features/alerts/alert-words.ts';
import type { AlertActions } from '#web/features/alerts/useAlertActions.ts';
import { useMatchingIds } from '#web/features/alerts/useMatchingIds.ts';
import { mayChange, useSession } from '#web/features/auth/useSession.ts';
import { useMute } from '#web/features/maintenance/MuteActions.tsx';
import { ALL_CONTROLLERS, type WindowPlace } from '#web/features/maintenance/window-form.ts';
import type { AlertFilter, PaletteSearchQuery } from '#web/gql/graphql.ts';
import { formatCount } from '#web/lib/format.ts';
import { unifiUrl } from '#web/lib/places.ts';
import type { Entry } from './entry.ts';

/** Words that begin an action, as people type it: "ack lobby". */
const verbs: Record<string, Verb> = {
  ack: 'acknowledge',
  acknowledge: 'acknowledge',
  maintain: 'maintain',
  maintenance: 'maintain',
  mute: 'mute',
  snooze: 'snooze',
  unifi: 'unifi',
};

type Verb = 'acknowledge' | 'maintain' | 'mute' | 'snooze' | 'unifi';

/** The action that a text begins with, and the rest to search for. Without an action, all of the text. */
export function commandIn(typed: string): { verb?: Verb; sought: string } {
  const [first = '', ...rest] = typed.split(/\s+/);
  const verb = Object.hasOwn(verbs, first.toLowerCase()) ? verbs[first.toLowerCase()] : undefined;
  return verb && rest.length > 0 ? { verb, sought: rest.join(' ') } : { sought: typed };
}

/** Alerts and devices whose actions are listed below the results, and customers and sites. With a verb, all that were found. */
const LISTED = { narrow: 2, wide: 1 };

const HOUR = 60;

type Found = PaletteSearchQuery['search'];

/** What maintenance is asked for: an alert, or a place. */
export type Maintained = { alert: Found['alerts'][number] } | { place: WindowPlace };

type Place = {
  name: string;
  place?: WindowPlace;
  /** Its open alerts, if they have actions of their own. */
  alerts?: { total: number; filter: AlertFilter };
  hostId?: string;
};

/**
 * What can be done at once with the customers, sites, devices and open alerts that a search has found, as the person's role
 * allows. `onMaintenance` asks for the reason and duration.
 */
export function useQuickActions(alerts: AlertActions, onMaintenance: (maintained: Maintained) => void) {
  const { user } = useSession();
  const { mute } = useMute();
  const { find } = useMatchingIds();
  const changes = mayChange(user);
  return (found: Found, verb: Verb | undefined): Entry[] => {
    const entry = (of: Verb, label: string, run: () => void, asks = false): Entry[] =>
      verb && verb !== of ? [] : [{ kind: 'Quick actions', label, run, asks, Icon: icons[of] }];

    const ofPlace = ({ name, place, alerts: open, hostId }: Place): Entry[] => {
      const onAll = (act: (ids: readonly string[]) => void) => () =>
        void find(open!).then((all) => all && all.length > 0 && act(all.map(({ id }) => id)));
      const every = open && `${formatCount(open.total, 'open alert')} at ${name}`;
      return [
        ...(every
          ? [
              ...entry(
                'acknowledge',
                `Acknowledge ${every}`,
                onAll((ids) => void alerts.acknowledge(ids)),
              ),
              ...entry(
                'snooze',
                `Snooze ${every} for 1 hour`,
                onAll((ids) => void alerts.snooze(ids, HOUR)),
              ),
            ]
          : []),
        ...(changes && place
          ? [
              ...entry('mute', `Mute ${name} for 1 hour`, () => void mute(place, name)),
              ...entry('maintain', `Plan maintenance for ${name}…`, () => onMaintenance({ place }), true),
            ]
          : []),
        ...(hostId
          ? entry(
              'unifi',
              `Open ${name} in UniFi`,
              () => void window.open(unifiUrl(hostId), '_blank', 'noopener'),
            )
          : []),
      ];
    };
    const ofAlert = (alert: Found['alerts'][number]): Entry[] => {
      const { id, deviceName, siteName, type, acknowledgedAt, snoozedUntil } = alert;
      const name = `${deviceName ? `${deviceName} (${siteName})` : siteName}: ${typeWords[type]}`;
      // Only the person who snoozed an alert may change that as a viewer.
      const maySnooze = changes || snoozedUntil == null;
      return [
        ...(acknowledgedAt == null
          ? entry('acknowledge', `Acknowledge ${name}`, () => void alerts.acknowledge([id]))
          : []),
        ...(changes
          ? entry('maintain', `Start maintenance for ${name}…`, () => onMaintenance({ alert }), true)
          : []),
        ...(maySnooze
          ? entry('snooze', `Snooze ${name} for 1 hour`, () => void alerts.snooze([id], HOUR))
          : []),
      ];
    };
    const most = verb ? { narrow: Infinity, wide: Infinity } : LISTED;
    const wide = [...found.customers.map(customerPlace), ...found.sites.map(sitePlace)];
    const open = found.alerts.filter(({ resolvedAt }) => resolvedAt == null);
    const all = [
      ...wide.slice(0, most.wide).flatMap(ofPlace),
      ...open.slice(0, most.narrow).flatMap(ofAlert),
      ...found.devices.slice(0, most.narrow).map(devicePlace).flatMap(ofPlace),
    ];
    // Two of the same name can't be told apart, so neither is offered.
    return all.filter(({ label }) => all.filter((one) => one.label === label).length === 1);
  };
}

const customerPlace = ({ id, name, openAlertCount }: Found['customers'][number]): Place => ({
  name,
  place: { controllerId: ALL_CONTROLLERS, customerIds: [id] },
  alerts: openAlertCount > 0 ? { total: openAlertCount, filter: { customerIds: [id] } } : undefined,
});

const sitePlace = ({ hostId, name, controllerId, openAlertCount }: Found['sites'][number]): Place => ({
  name,
  place: controllerId ? { controllerId, siteId: hostId, siteName: name } : undefined,
  alerts: openAlertCount > 0 ? { total: openAlertCount, filter: { siteId: hostId } } : undefined,
  hostId,
});

const devicePlace = ({ controllerId, siteName, device }: Found['devices'][number]): Place => ({
  name: `${device.name}${siteName ? ` (${siteName})` : ''}`,
  place: device.mac ? { controllerId, deviceMac: device.mac } : undefined,
  hostId: device.hostId,
});

const icons = {
  acknowledge: Check,
  maintain: Construction,
  mute: BellOff,
  snooze: AlarmClock,
  unifi: ExternalLink,
};
