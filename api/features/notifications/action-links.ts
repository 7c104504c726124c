import type { Config } from '#api/config/config.ts';
import { sign, verify } from '#api/security/signing.ts';
import type { NotificationChannel } from '../alerts/notification-channel.ts';

/** What the signature of an alert's links is good for. */
const purpose = 'alert-link';

/** Milliseconds that a link works: as long as a person on leave, and no longer. */
const lifetime = 7 * 86_400_000;

/** By which message a link went out. */
export interface SentBy {
  channel: NotificationChannel;
  /** An address for e-mail; empty for a channel that has one destination. */
  recipient: string;
}

/** What a link stands for. */
export interface AlertLink extends SentBy {
  alertId: string;
}

/** Addresses for a message about an alert. */
export interface ActionLinks {
  /** For whoever signs in. */
  open: string;
  /** For whoever has the message: a page that shows the alert and asks for the click. */
  acknowledge: string;
  snooze: string;
}

/** Links that work for one alert alone, without signing in, for seven days; they say by which message they went out. */
export function linksFor(
  { appSecrets, publicUrl }: Pick<Config, 'appSecrets' | 'publicUrl'>,
  alertId: string,
  { channel, recipient }: SentBy,
): ActionLinks {
  const signed = sign(
    appSecrets,
    purpose,
    JSON.stringify([alertId, channel, recipient, Date.now() + lifetime]),
  );
  const action = (what: string) => `${publicUrl}/alert-link?token=${signed}&do=${what}`;
  return {
    open: `${publicUrl}/alerts/${alertId}`,
    acknowledge: action('acknowledge'),
    snooze: action('snooze'),
  };
}

/** What a token stands for; undefined for one that is forged, of another purpose, or too old. */
export function readAlertLink(
  { appSecrets }: Pick<Config, 'appSecrets'>,
  token: string,
): AlertLink | undefined {
  const payload = verify(appSecrets, purpose, token);
  if (payload === undefined) return undefined;
  const [alertId, channel, recipient, until] = JSON.parse(payload) as [
    string,
    NotificationChannel,
    string,
    number,
  ];
  return Date.now() < until ? { alertId, channel, recipient } : undefined;
}
