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
