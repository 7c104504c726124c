import { createHash } from 'node:crypto';
import type { Config } from '#api/config/config.ts';
import { sign, verify } from '#api/security/signing.ts';
import type { DeliveryChannel } from '../../alerts/notification-channel.ts';
import { normalEmail } from '#api/features/users/user.entity.ts';

/** Binds a signature to alert links. */
const purpose = 'alert-link';

const day = 86_400_000;

/**
 * Lifetime of a link in ms: long enough for someone on leave, and no longer. A push notification is acted on at once, or
 * opened.
 */
const lifetimeOf = (channel: DeliveryChannel): number => (channel === 'push' ? day : 7 * day);

/** The message that contained a link. */
interface SentBy {
  channel: DeliveryChannel;
  /** The email address, also for push. Empty for a channel with one destination. */
  recipient: string;
  /** ID of the push subscription that it was sent to. */
  browser?: string;
}

/** The contents of an alert link's token. */
export interface AlertLink extends SentBy {
  alertId: string;
}

/** URLs in a message about an alert. */
interface ActionLinks {
  /** Opens the alert after signing in. */
  open: string;
  /** Works without signing in: a page that shows the alert and asks for confirmation. */
  acknowledge: string;
  snooze: string;
  /** The token of both, for a client that acts by itself, such as a notification's buttons. */
  token: string;
}

/** Links that work for one alert, without signing in, for a limited time. They record which message contained them. */
export function linksFor(
  { appSecrets, publicUrl }: Pick<Config, 'appSecrets' | 'publicUrl'>,
  alertId: string,
  { channel, recipient, browser }: SentBy,
  now: Date,
): ActionLinks {
  const until = now.getTime() + lifetimeOf(channel);
  const sent = [alertId, channel, recipient, until, ...(browser ? [browser] : [])];
  const signed = sign(appSecrets, purpose, JSON.stringify(sent));
  const action = (what: string) => `${publicUrl}/alert-link?token=${signed}&do=${what}`;
  return {
    open: `${publicUrl}/alerts/${alertId}`,
    acknowledge: action('acknowledge'),
    snooze: action('snooze'),
    token: signed,
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
  const [alertId, channel, recipient, until, browser] = JSON.parse(payload) as [
    string,
    DeliveryChannel,
    string,
    number,
    string?,
  ];
  return now.getTime() < until ? { alertId, channel, recipient, browser } : undefined;
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

/** The address and team of an unsubscribe token. Undefined if it is forged or for another purpose. */
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
