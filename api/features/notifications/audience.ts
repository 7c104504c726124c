import type { AlertSeverity } from '../alerts/alert.enums.ts';
import { NotificationChannel } from '../alerts/notification-channel.ts';
import { normalEmail } from '../users/normal-email.ts';
import { channelAdjective } from './channel-name.ts';
import { quietUntil } from './quiet-hours.ts';

/** How one member of the team wants to hear of alerts. */
export interface Listener {
  /** In lower case. */
  email: string;
  suspended: boolean;
  /** They opened the link that was mailed there. */
  confirmed: boolean;
  emailNotifications: boolean;
  alertNotifications: boolean;
  channels: readonly string[];
  severities: readonly string[];
  quietHours: boolean;
  quietFrom: string;
  quietUntil: string;
  timeZone: string;
}

/** Whether there is anybody to be told; `quietUntil`: not before, as all who would hear it have quiet hours. */
export type Audience = { nobody: string } | { nobody?: undefined; quietUntil?: Date };

/**
 * Who hears of a severity by a channel: a member's own address follows their preferences, an address that is nobody's is
 * always told, a shared channel while at least one member wants it.
 * @param recipient an address; empty for a channel with one destination
 */
export function audienceOf(
  { channel, recipient }: { channel: NotificationChannel; recipient: string },
  severity: AlertSeverity,
  listeners: readonly Listener[],
  at: Date,
): Audience {
  if (channel === NotificationChannel.email) return ownerOf(recipient, severity, listeners, at);
  const wanting = listeners.filter((one) => !one.suspended && !refusal(one, channel, severity));
  if (wanting.length === 0)
    return { nobody: `No one on the team receives ${channelAdjective[channel]} alerts at this severity` };
  const ends = wanting.map((one) => quietUntil(one, at));
  const awake = ends.some((end) => end === undefined);
  if (awake) return {};
  return { quietUntil: ends.reduce((first, end) => (end! < first! ? end : first)) };
}

function ownerOf(
  recipient: string,
  severity: AlertSeverity,
  listeners: readonly Listener[],
  at: Date,
): Audience {
  const owner = listeners.find(({ email }) => email === normalEmail(recipient));
  if (!owner) return {};
  if (owner.suspended) return { nobody: `The account of ${recipient} is suspended` };
  if (!owner.confirmed) return { nobody: `${recipient} has not been confirmed yet` };
  const why = refusal(owner, NotificationChannel.email, severity);
  return why ? { nobody: `${recipient} ${why}` } : { quietUntil: quietUntil(owner, at) };
}

/** Why a member does not want it; undefined where they do. */
function refusal(
  listener: Listener,
  channel: NotificationChannel,
  severity: AlertSeverity,
): string | undefined {
  if (!listener.alertNotifications) return 'has switched off alert notifications';
  if (channel === NotificationChannel.email && !listener.emailNotifications)
    return 'has switched off e-mail notifications';
  if (!listener.channels.includes(channel)) return `does not want ${channelAdjective[channel]} alerts`;
  if (!listener.severities.includes(severity)) return `does not want alerts of the severity ${severity}`;
  return undefined;
}
