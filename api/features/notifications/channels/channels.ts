import { NotificationChannel } from '#api/features/alerts/notification-channel.ts';
import type { Channel } from './channel.ts';
import { discord } from './discord.ts';
import { email } from './email.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';
import { webhook } from './webhook.ts';

/** Every kind of place that people are told in. */
export const channels: Record<NotificationChannel, Channel> = {
  [NotificationChannel.email]: email,
  [NotificationChannel.slack]: slack,
  [NotificationChannel.teams]: teams,
  [NotificationChannel.discord]: discord,
  [NotificationChannel.webhook]: webhook,
};
