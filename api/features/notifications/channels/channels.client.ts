import { DeliveryChannel } from '#api/features/alerts/notification-channel.ts';
import type { Channel } from './channel.client.ts';
import { discord } from './discord.client.ts';
import { email } from './email.client.ts';
import { push } from './push.client.ts';
import { slack } from './slack.client.ts';
import { teams } from './teams.client.ts';
import { webhook } from './webhook.client.ts';

/** All types of notification channels. */
export const channels: Record<DeliveryChannel, Channel> = {
  [DeliveryChannel.email]: email,
  [DeliveryChannel.slack]: slack,
  [DeliveryChannel.teams]: teams,
  [DeliveryChannel.discord]: discord,
  [DeliveryChannel.webhook]: webhook,
  [DeliveryChannel.push]: push,
};
