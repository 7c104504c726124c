import { createHash } from 'node:crypto';
import type { Config } from '#api/config/config.ts';
import { sign, verify } from '#api/security/signing.ts';
import type { NotificationChannel } from '../../alerts/notification-channel.ts';
import { normalEmail } from '#api/features/users/user.entity.ts';

/** What the signature of an alert's links is good for. */
const purpose = 'alert-link';

/** Milliseconds that a link works: as long as a person on leave, and no longer. */
const lifetime = 7 * 86_400_000;

/** By which message a link went out. */
interface SentBy {
  channel: NotificationChannel;
  /** An address for e-mail; empty for a channel that has one destination. */
  recipient: string;
}

/** The contents of an alert link's token. */
export interface AlertLink extends SentBy {
  alertId: string;
}

/** Addresses for a message about an alert. */
interface ActionLinks {
  /** Opens the alert after signing in. */
  open: string;
  /** Works without signing in: a page that shows the alert and asks for confirmation. */
  acknowledge: string;
  snooze: string;
}

/** Links that work for one alert alone, without signing in, for seven days; they say by which message they went out. */
export function linksFor(
  { appSecrets, publicUrl }: Pick<Config, 'appSecrets' | 'publicUrl'>,
  alertId: string,
  { channel, recipient }: SentBy,
  now: Date,
): ActionLinks {
  const signed = sign(
    appSecrets,
    purpose,
    JSON.stringify([alertId, channel, recipient, now.getTime() + lifetime]),
  );
  const action = (what: string) => `${publicUrl}/alert-link?token=${signed}&do=${what}`;
  return {
    open: `${publicUrl}/alerts/${alertId}`,
    acknowledge: action('acknowledge'),
    snooze: action('snooze'),
  };
}

/** The contents of a token. Undefined if it is forged, expired or for another purpose. */
export function readAlertLink(
  { appSecrets }: Pick<Config, 'appSecrets'>,
  token: string,
  now: Date,
): AlertLink | undefined {
  const payload = verify(appSecrets, purpose, token);
  if (payload === undefined) return undefined;
  const [alertId, channel, recipient, until] = JSON.parse(payload) as [
    string,
    NotificationChannel,
    string,
    number,
  ];
  return now.getTime() < until ? { alertId, channel, recipient } : undefined;
}

const unsubscribePurpose = 'unsubscribe';

type Settings = Pick<Config, 'appSecrets' | 'publicUrl'>;

/**
 * URL to unsubscribe from a team's alert emails: programs use POST (RFC 8058), and people get a page. It
 * works for as long as the email is kept, and identifies no one.
 */
export function unsubscribeUrl({ appSecrets, publicUrl }: Settings, teamId: string, address: string): string {
  return `${publicUrl}/hooks/unsubscribe/${sign(appSecrets, unsubscribePurpose, `${teamId} ${digestOf(address)}`)}`;
}

/** Whose mails of which team a token is about; undefined for one that is forged or of another purpose. */
export function readUnsubscribeToken(
  { appSecrets }: Pick<Config, 'appSecrets'>,
  token: string,
): { teamId: string; isFor: (address: string) => boolean } | undefined {
  const [teamId = '', digest] = verify(appSecrets, unsubscribePurpose, token)?.split(' ') ?? [];
  return digest ? { teamId, isFor: (address) => digestOf(address) === digest } : undefined;
}

/** Half of a SHA-256: enough to distinguish a team's recipients, and short enough for a path. */
function digestOf(address: string): string {
  return createHash('sha256').update(normalEmail(address)).digest('base64url').slice(0, 22);
}
