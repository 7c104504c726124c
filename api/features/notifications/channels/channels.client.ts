import { NotificationChannel } from '#api/features/alerts/notification-channel.ts';
import type { Channel } from './channel.client.ts';
import { discord } from './discord.client.ts';
import { email } from './email.client.ts';
import { slack } from './slack.client.ts';
import { teams } from './teams.client.ts';
import { webhook } from './webhook.client.ts';

/** All types of notification channels. */
export const channels: Record<NotificationChannel, Channel> = {
  [NotificationChannel.email]: email,
  [NotificationChannel.slack]: slack,
  [NotificationChannel.teams]: teams,
  [NotificationChannel.discord]: discord,
  [NotificationChannel.webhook]: webhook,
};
