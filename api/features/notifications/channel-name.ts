import { NotificationChannel } from '../alerts/notification-channel.ts';

/** What a channel is called at the beginning of a sentence. */
export const channelName: Record<NotificationChannel, string> = {
  email: 'E-mail',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  discord: 'Discord',
  webhook: 'The webhook',
};

/** The same before a noun: "Slack alerts". */
export const channelAdjective: Record<NotificationChannel, string> = {
  ...channelName,
  email: 'e-mail',
  webhook: 'webhook',
};
