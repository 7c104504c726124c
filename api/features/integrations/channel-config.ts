import { NotificationChannel } from '../alerts/notification-channel.ts';

/** A secret that signs what is posted to a webhook; an old one goes on signing until its grace time is over. */
export interface SigningSecret {
  /** `whsec_` and base64 (Standard Webhooks 1.0). */
  secret: string;
  /** ISO time; absent for the newest. */
  until?: string;
}

/** What a channel needs to send, as it is stored (encrypted, as JSON). Each channel reads only what is its own. */
export interface ChannelConfig {
  /** Email only: one address each. */
  recipients?: string[];
  /** Email only: recipients who have unsubscribed. */
  unsubscribed?: string[];
  /** Slack, Teams, Discord and the generic webhook: where to post. A credential. */
  webhookUrl?: string;
  /** The generic webhook, newest first. */
  secrets?: SigningSecret[];
  /** The generic webhook: what it is told; absent: everything, also what will be added. */
  events?: WebhookEvent[];
}

/** Kinds of channels, as the type of an integration names them. */
export const channelTypes: readonly ChannelType[] = Object.values(NotificationChannel);
export type ChannelType = `${NotificationChannel}`;

/** What a webhook can be told, as `type` of its messages names it, in the order in which an alert lives. */
export const webhookEvents = [
  'alert.opened',
  'alert.flapping',
  'alert.stable',
  'alert.reminder',
  'alert.resolved',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The one of that name; undefined where there is none. */
export function eventNamed(name: unknown): WebhookEvent | undefined {
  return webhookEvents.find((one) => one === name);
}

/** Characters of a credential that are shown, to tell one from another. */
const shown = 4;

/** What is shorter would be half told by its end. */
const shortest = 16;

/** Stands for what is not shown. */
const dots = '••••';

/** An address to post to as it may be seen, "hooks.slack.com ••••ab12": who gets it, and its last four characters. */
export function maskAddress(address: string): string {
  const { origin, host, href } = new URL(address);
  return `${host} ${maskSecret(href.slice(origin.length + 1))}`;
}

/** A secret as it may be seen: its last four characters, if it is long. */
export function maskSecret(secret: string): string {
  return `${dots}${secret.length < shortest ? '' : secret.slice(-shown)}`;
}

/** Whether a text is what was shown instead of a credential, this one or an older: no credential has the dots. */
export function isMasked(text: string): boolean {
  return text.includes(dots);
}
