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
import { CredentialsInput } from '../auth/auth.input.ts';
import { AlertSeverity } from '../alerts/alert.enums.ts';
import { NotificationChannel } from '../alerts/notification-channel.ts';

/** The same rules for names as at registration. */
@InputType({ description: 'Your profile. Use `requestEmailChange` for the email address.' })
export class ProfileInput {
  @Field({ description: '1 to 100 characters on one line.' })
  @IsName('First name')
  firstName!: string;

  @Field({ description: '1 to 100 characters on one line.' })
  @IsName('Last name')
  lastName!: string;

  @Field({ description: 'Company you work for.' })
  @IsName('Company name')
  companyName!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Company website. Omit it to keep the current one. `null` or empty removes it.',
  })
  @MaxLength(2048, { message: 'Website URL must be 2048 characters or less' })
  @IsUrl({ protocols: ['http', 'https'], require_protocol: true }, { message: 'Please enter a valid URL' })
  @ValidateIf(({ websiteUrl }: ProfileInput) => Boolean(websiteUrl))
  websiteUrl?: string | null;
}

@InputType({ description: 'New email address, with proof of identity.' })
export class NewEmailInput extends CredentialsInput {
  @Field({ description: 'New address. It takes effect once its confirmation link is opened.' })
  @IsMailbox()
  email!: string;
}

@InputType({ description: 'Token of the confirmation link sent to the new address.' })
export class EmailChangeInput {
  @Field({ description: 'Token from the URL of that link.' })
  @MaxLength(200, { message: 'This link is not valid.' })
  @IsNotBlank({ message: 'This link is not valid.' })
  token!: string;
}

@InputType({ description: 'Proof of identity for deleting your account.' })
export class DeleteAccountInput extends CredentialsInput {}

const clock = /^([01]\d|2[0-3]):[0-5]\d$/;

@InputType({ description: 'All of your notification preferences.' })
export class NotificationPreferencesInput {
  @Field({ description: 'Whether you receive emails that are not about your account itself.' })
  emailNotifications!: boolean;

  @Field({ description: 'Whether you receive alerts at all.' })
  alertNotifications!: boolean;

  @Field(() => [NotificationChannel], {
    description: 'Channels on which you receive alerts, without duplicates.',
  })
  @ArrayMaxSize(5, { message: 'Each channel can be chosen once' })
  @ArrayUnique({ message: 'Each channel can be chosen once' })
  channels!: NotificationChannel[];

  @Field(() => [AlertSeverity], {
    description: 'Severities of the alerts that you receive, without duplicates.',
  })
  @ArrayMaxSize(4, { message: 'Each severity can be chosen once' })
  @ArrayUnique({ message: 'Each severity can be chosen once' })
  severities!: AlertSeverity[];

  @Field({ description: 'Whether alerts are held from `quietFrom` to `quietUntil`.' })
  quietHours!: boolean;

  @Field({ description: 'Start of quiet hours in local time, `HH:MM`.' })
  @IsNotEmpty({ message: 'Please enter a time such as 22:00' })
  @Matches(clock, { message: 'Please enter a time such as 22:00' })
  quietFrom!: string;

  @Field({
    description:
      'End of quiet hours in local time, `HH:MM`. If earlier than `quietFrom`, it is on the next day.',
  })
  @IsNotEmpty({ message: 'Please enter a time such as 07:00' })
  @Matches(clock, { message: 'Please enter a time such as 07:00' })
  quietUntil!: string;

  @Field({
    description: 'IANA name, e.g. `Europe/London`. Used for quiet hours and for times in emails to you.',
  })
  @IsZone()
  timeZone!: string;
}
