import { ArrayMaxSize, ArrayUnique, IsNotEmpty, Matches } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { IsZone } from '#api/graphql/schema/texts.ts';
import { AlertSeverity } from '../alerts/alert.enums.ts';
import { NotificationChannel } from '../alerts/notification-channel.ts';

const clock = /^([01]\d|2[0-3]):[0-5]\d$/;

@InputType({ description: 'How you want to hear of things, as a whole.' })
export class NotificationPreferencesInput {
  @Field({ description: 'Any mail that is not about the account itself.' })
  emailNotifications!: boolean;

  @Field({ description: 'Alerts at all, by whichever channel.' })
  alertNotifications!: boolean;

  @Field(() => [NotificationChannel], { description: 'By which channels you want alerts, each once.' })
  @ArrayMaxSize(5, { message: 'Each channel can be chosen once' })
  @ArrayUnique({ message: 'Each channel can be chosen once' })
  channels!: NotificationChannel[];

  @Field(() => [AlertSeverity], { description: 'Which alerts, by how bad they are; each severity once.' })
  @ArrayMaxSize(4, { message: 'Each severity can be chosen once' })
  @ArrayUnique({ message: 'Each severity can be chosen once' })
  severities!: AlertSeverity[];

  @Field({ description: 'Whether alerts wait from `quietFrom` to `quietUntil`.' })
  quietHours!: boolean;

  @Field({ description: 'Local time, `HH:MM`.' })
  @IsNotEmpty({ message: 'Please enter a time such as 22:00' })
  @Matches(clock, { message: 'Please enter a time such as 22:00' })
  quietFrom!: string;

  @Field({ description: 'Local time, `HH:MM`; before `quietFrom` it means the next morning.' })
  @IsNotEmpty({ message: 'Please enter a time such as 07:00' })
  @Matches(clock, { message: 'Please enter a time such as 07:00' })
  quietUntil!: string;

  @Field({
    description: 'IANA name, e.g. `Europe/London`. Used for quiet hours and for times in emails to you.',
  })
  @IsZone()
  timeZone!: string;
}
