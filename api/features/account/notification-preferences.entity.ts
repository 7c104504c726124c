import { OneToOne, Entity, Enum, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { OptionalProps, type Rel } from '@mikro-orm/core';
import { Field, ObjectType } from 'type-graphql';
import { AlertSeverity } from '../alerts/alert.enums.ts';
import { NotificationChannel } from '../alerts/notification-channel.ts';
import { User } from '../users/user.entity.ts';

/** One person's notification preferences. A row exists once they have changed something. */
@ObjectType({ description: 'Your notification preferences.' })
@Entity()
export class NotificationPreferences {
  [OptionalProps]?: 'timeZone';

  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @OneToOne(() => User, { deleteRule: 'cascade', unique: true, owner: true })
  user!: Rel<User>;

  @Field({ description: 'Whether you receive emails that are not about your account itself.' })
  @Property({ type: 'boolean', default: true })
  emailNotifications: boolean = true;

  @Field({ description: 'Whether you receive alerts at all.' })
  @Property({ type: 'boolean', default: true })
  alertNotifications: boolean = true;

  @Field(() => [NotificationChannel], { description: 'Channels on which you receive alerts.' })
  @Enum({ items: () => NotificationChannel, array: true })
  channels: NotificationChannel[] = Object.values(NotificationChannel);

  @Field(() => [AlertSeverity], { description: 'Severities of the alerts that you receive.' })
  @Enum({ items: () => AlertSeverity, array: true })
  severities: AlertSeverity[] = Object.values(AlertSeverity);

  @Field({ description: 'Whether alerts are held from `quietFrom` to `quietUntil`.' })
  @Property({ type: 'boolean', default: false })
  quietHours: boolean = false;

  @Field({ description: 'Start of quiet hours in local time, `HH:MM`.' })
  @Property({ type: 'text', default: '22:00' })
  quietFrom: string = '22:00';

  @Field({
    description:
      'End of quiet hours in local time, `HH:MM`. If earlier than `quietFrom`, it is on the next day.',
  })
  @Property({ type: 'text', default: '07:00' })
  quietUntil: string = '07:00';

  /** Stored with the user, because other features need it too. */
  @Field({
    description:
      "IANA name of your time zone, e.g. `Europe/London`. Used for quiet hours and for times in emails to you. Your team's zone, else `UTC`, until yours is known.",
  })
  timeZone!: string;

  /** Where it was stored before: nodes of the release before read and write it, and a later release drops it. */
  @Property({ type: 'text', fieldName: 'time_zone', default: 'UTC', lazy: true })
  formerTimeZone?: string;
}
