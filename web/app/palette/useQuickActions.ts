import { AlarmClock, BellOff, Check, Construction } from '#web/ui/icons.tsx';
import { typeWords } from '#web/features/alerts/alert-words.ts';
import type { AlertActions } from '#web/features/alerts/useAlertActions.ts';
import { mayChange, useSession } from '#web/features/auth/useSession.ts';
import { useMute } from '#web/features/maintenance/MuteActions.tsx';
import type { PaletteSearchQuery } from '#web/gql/graphql.ts';
import type { Entry } from './entry.ts';

/** Words that begin an action, as people type it: "ack lobby". */
const verbs: Record<string, Verb> = {
  ack: 'acknowledge',
  acknowledge: 'acknowledge',
  maintain: 'maintain',
  maintenance: 'maintain',
  mute: 'mute',
  snooze: 'snooze',
};

type Verb = 'acknowledge' | 'maintain' | 'mute' | 'snooze';

/** The action that a text begins with, and the rest to search for. Without an action, all of the text. */
export function commandIn(typed: string): { verb?: Verb; sought: string } {
  const [first = '', ...rest] = typed.split(/\s+/);
  const verb = Object.hasOwn(verbs, first.toLowerCase()) ? verbs[first.toLowerCase()] : undefined;
  return verb && rest.length > 0 ? { verb, sought: rest.join(' ') } : { sought: typed };
}

/** Alerts and devices whose actions are listed below the results. With a verb, all that were found. */
const LISTED = 2;

const HOUR = 60;

export type FoundAlert = PaletteSearchQuery['search']['alerts'][number];

/**
 * What can be done at once with the open alerts and devices that a search has found, as the person's role allows. `onMaintenance`
 * asks for the reason and duration.
 */
export function useQuickActions(alerts: AlertActions, onMaintenance: (alert: FoundAlert) => void) {
  const { user } = useSession();
  const { mute } = useMute();
  const changes = mayChange(user);
  return (found: PaletteSearchQuery['search'], verb: Verb | undefined): Entry[] => {
    const most = verb ? Infinity : LISTED;
    const entry = (of: Verb, label: string, run: () => void, asks = false): (Entry & { of: Verb })[] =>
      verb && verb !== of ? [] : [{ kind: 'Quick actions', of, label, run, asks, Icon: icons[of] }];
    const open = found.alerts.filter(({ resolvedAt }) => resolvedAt == null).slice(0, most);
    const ofAlerts = open.flatMap((alert) => {
      const { id, deviceName, siteName, type, acknowledgedAt, snoozedUntil } = alert;
      const name = `${deviceName ? `${deviceName} (${siteName})` : siteName}: ${typeWords[type]}`;
      // Only the person who snoozed an alert may change that as a viewer.
      const maySnooze = changes || snoozedUntil == null;
      return [
        ...(acknowledgedAt == null
          ? entry('acknowledge', `Acknowledge ${name}`, () => void alerts.acknowledge([id]))
          : []),
        ...(changes
          ? entry('maintain', `Start maintenance for ${name}…`, () => onMaintenance(alert), true)
          : []),
        ...(maySnooze
          ? entry('snooze', `Snooze ${name} for 1 hour`, () => void alerts.snooze([id], HOUR))
          : []),
      ];
    });
    const ofDevices = found.devices.slice(0, most).flatMap(({ controllerId, siteName, device }) => {
      const label = `Mute ${device.name}${siteName ? ` (${siteName})` : ''} for 1 hour`;
      const place = { controllerId, deviceMac: device.mac };
      return changes && device.mac ? entry('mute', label, () => void mute(place)) : [];
    });
    const all = [...ofAlerts, ...ofDevices];
    // Two of the same name can't be told apart, so neither is offered.
    return all.filter(({ label }) => all.filter((one) => one.label === label).length === 1);
  };
}

const icons = { acknowledge: Check, maintain: Construction, mute: BellOff, snooze: AlarmClock };
