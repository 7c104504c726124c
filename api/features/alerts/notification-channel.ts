import { registerEnumType } from 'type-graphql';

/** Where a rule's alerts are sent (specification 1, section 9). */
export enum NotificationChannel {
  email = 'email',
  slack = 'slack',
  teams = 'teams',
  discord = 'discord',
  webhook = 'webhook',
}
registerEnumType(NotificationChannel, {
  name: 'NotificationChannel',
  description: 'Type of channel for alerts.',
  valuesConfig: {
    email: { description: 'An email to each recipient of the channel.' },
    slack: { description: 'A message to a Slack channel, by an incoming webhook.' },
    teams: { description: 'A card to a Microsoft Teams channel, by a workflow.' },
    discord: { description: 'A message to a Discord channel, by a webhook.' },
    webhook: { description: 'A signed POST of JSON to an address of yours.' },
  },
});

/** Where a notification goes: a channel of the team, or the browsers of one member, which no rule names. */
export const DeliveryChannel = { ...NotificationChannel, push: 'push' } as const;
export type DeliveryChannel = NotificationChannel | 'push';
registerEnumType(DeliveryChannel, {
  name: 'DeliveryChannel',
  description: 'Type of channel that a notification is sent through.',
  valuesConfig: {
    email: { description: 'An email to one recipient.' },
    slack: { description: 'A message to a Slack channel.' },
    teams: { description: 'A card to a Microsoft Teams channel.' },
    discord: { description: 'A message to a Discord channel.' },
    webhook: { description: 'A signed POST of JSON.' },
    push: { description: 'A push notification to the browsers of one team member.' },
  },
});
