import {
  IsUrl,
  MaxLength,
  ValidateIf,
  ArrayMaxSize,
  ArrayUnique,
  IsNotEmpty,
  Matches,
} from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { IsNotBlank, IsMailbox, IsName, IsZone } from '#api/graphql/schema/texts.ts';
import { ProofInput } from '../auth/auth.input.ts';
import { AlertSeverity } from '../alerts/alert.enums.ts';
import { NotificationChannel } from '../alerts/notification-channel.ts';

/** Names are held to the rules of registration. */
@InputType({ description: 'How you are called. The address has a change of its own.' })
export class ProfileInput {
  @Field({ description: '1 to 100 characters on one line.' })
  @IsName('First name')
  firstName!: string;

  @Field({ description: '1 to 100 characters on one line.' })
  @IsName('Last name')
  lastName!: string;

  @Field({ description: 'Whom you work for.' })
  @IsName('Company name')
  companyName!: string;

  @Field(() => String, { nullable: true, description: 'Absent: it stays. Null or empty: there is none.' })
  @MaxLength(2048, { message: 'Website URL must be 2048 characters or less' })
  @IsUrl({ protocols: ['http', 'https'], require_protocol: true }, { message: 'Please enter a valid URL' })
  @ValidateIf(({ websiteUrl }: ProfileInput) => Boolean(websiteUrl))
  websiteUrl?: string | null;
}

@InputType({ description: 'The address you want to sign in with, and the proof that it is you who asks.' })
export class NewEmailInput extends ProofInput {
  @Field({ description: 'The new address; it counts once the link mailed there is opened.' })
  @IsMailbox()
  email!: string;
}

@InputType({ description: 'The token of the link that was mailed to the new address.' })
export class EmailChangeInput {
  @Field({ description: 'From the address of that link.' })
  @MaxLength(200, { message: 'This link is not valid.' })
  @IsNotBlank({ message: 'This link is not valid.' })
  token!: string;
}

@InputType({ description: 'The proof that it is you who wants the account gone.' })
export class DeleteAccountInput extends ProofInput {}

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
