import { registerEnumType } from 'type-graphql';

/** Where a rule's alerts are told (specification 1, section 9). */
export enum NotificationChannel {
  email = 'email',
  slack = 'slack',
  teams = 'teams',
  discord = 'discord',
  webhook = 'webhook',
}
registerEnumType(NotificationChannel, {
  name: 'NotificationChannel',
  description: "Where a rule's alerts are told.",
});
