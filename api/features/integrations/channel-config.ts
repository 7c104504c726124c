import { NotificationChannel } from '../alerts/notification-channel.ts';

/** A webhook's signing secret. An old one keeps signing during its grace period. */
export interface SigningSecret {
  /** `whsec_` and base64 (Standard Webhooks 1.0). */
  secret: string;
  /** Expiry as ISO time. Undefined for the newest. */
  until?: string;
}

/** A channel's settings, stored as encrypted JSON. Each channel type reads its own fields. */
export interface ChannelConfig {
  /** Email only. */
  recipients?: string[];
  /** Email only: recipients who have unsubscribed. */
  unsubscribed?: string[];
  /** Slack, Teams, Discord and webhook: URL to post to. It is a credential. */
  webhookUrl?: string;
  /** Webhook only, newest first. */
  secrets?: SigningSecret[];
  /** Webhook only: events it receives. Undefined means all, including future ones. */
  events?: WebhookEvent[];
  /** Webhook only: `false` if its receiver can't handle the daily ping. */
  pings?: boolean;
}

/** Channel types, as in an integration's `type`. */
export const channelTypes: readonly ChannelType[] = Object.values(NotificationChannel);
export type ChannelType = `${NotificationChannel}`;

/**
 * Type of a team's row for push notifications to its members' browsers. Nothing in it can be set, so it's no integration
 * that people see or change.
 */
export const pushType = 'push';

/** Webhook events, as in the `type` of its payloads, in the order of an alert's life. */
export const webhookEvents = [
  'alert.opened',
  'alert.flapping',
  'alert.stable',
  'alert.reminder',
  'alert.resolved',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export function eventNamed(name: unknown): WebhookEvent | undefined {
  return webhookEvents.find((one) => one === name);
}

/** Visible characters of a credential, enough to tell one from another. */
const shown = 4;

/** The end of a shorter secret would reveal too much. */
const shortest = 16;

/** Mask. */
const dots = '••••';

/** A masked URL, "hooks.slack.com ••••ab12": its host and last four characters. */
export function maskAddress(address: string): string {
  const { origin, host, href } = new URL(address);
  return `${host} ${maskSecret(href.slice(origin.length + 1))}`;
}

/** A masked secret: its last four characters, if it is long enough. */
export function maskSecret(secret: string): string {
  return `${dots}${secret.length < shortest ? '' : secret.slice(-shown)}`;
}

/** Whether a text is a mask instead of a credential, which never contains the dots. */
export function isMasked(text: string): boolean {
  return text.includes(dots);
}
