import { NotificationChannel } from '../alerts/notification-channel.ts';
import type { WebhookEvent } from './webhook-events.ts';

/** A secret that signs what is posted to a webhook; an old one goes on signing until its grace time is over. */
export interface SigningSecret {
  /** `whsec_` and base64 (Standard Webhooks 1.0). */
  secret: string;
  /** ISO time; absent for the newest. */
  until?: string;
}

/** What a channel needs to send, as it is stored (encrypted, as JSON). Each channel reads only what is its own. */
export interface ChannelConfig {
  /** E-mail: one address each. */
  recipients?: string[];
  /** E-mail: recipients who asked for no more, as the team's unsubscriptions say. */
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
