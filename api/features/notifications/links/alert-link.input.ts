import { ArgsType, Field, GraphQLISODateTime, Int, ObjectType } from 'type-graphql';
import { IsNote, IsSnoozeLength } from '#api/features/alerts/alert.input.ts';
import { AlertSeverity } from '../../alerts/alert.enums.ts';

/** A link in a message about an alert. */
@ArgsType()
export class AlertLinkArgs {
  @Field({ description: 'Token from the link.' })
  token!: string;
}

@ArgsType()
export class AcknowledgeByLinkArgs extends AlertLinkArgs {
  @Field(() => String, { nullable: true, description: 'Note for colleagues, at most 500 characters.' })
  @IsNote()
  note?: string | null;
}

@ArgsType()
export class SnoozeByLinkArgs extends AlertLinkArgs {
  @Field(() => Int, { description: 'Duration in minutes, from 5 to 10080 (7 days).' })
  @IsSnoozeLength()
  minutes!: number;
}

@ObjectType({ description: 'The parts of an alert that anyone with a message about it can see.' })
export class AlertByLink {
  @Field(() => AlertSeverity, { description: 'Current severity, or the severity when the alert ended.' })
  severity!: AlertSeverity;

  @Field({
    description: 'Alert message, with times in the zone of your `Time-Zone` header, otherwise in UTC.',
  })
  message!: string;

  @Field({ description: 'Name of the rule when the alert opened.' })
  ruleName!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the device, client or console when the alert opened. `null` if unknown.',
  })
  deviceName!: string | null;

  @Field({ description: 'Name of the controller. Empty for an outage of a provider.' })
  controllerName!: string;

  @Field({ description: 'Name of the console. Empty for an outage of a provider, which affects several.' })
  siteName!: string;

  @Field(() => GraphQLISODateTime, { description: 'When the problem was first detected.' })
  since!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When the alert was resolved. `null` while it is open.',
  })
  resolvedAt!: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When the alert began flapping. `null` if it is not flapping.',
  })
  flappingSince!: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When the alert was acknowledged. `null` if it has not been.',
  })
  acknowledgedAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the person who acknowledged it. `null` if it hasn’t been.',
  })
  acknowledgedBy!: string | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When the snooze ends. `null` if it is not snoozed.',
  })
  snoozedUntil!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the person who snoozed it. `null` if it is not snoozed.',
  })
  snoozedBy!: string | null;

  @Field({ description: 'Name that the action is recorded under.' })
  actingAs!: string;

  @Field({ description: 'URL of the alert in the app. Requires signing in.' })
  openUrl!: string;
}

@ObjectType({ description: 'Result of an action by link.' })
export class LinkOutcome {
  @Field({
    description:
      'Whether the action changed the alert. `false` if someone else was first or the alert has ended.',
  })
  changed!: boolean;

  @Field(() => AlertByLink, { description: 'The alert after the action.' })
  alert!: AlertByLink;
}

@ObjectType({ description: 'The subscription that an unsubscribe link refers to.' })
export class UnsubscribeLink {
  @Field({ description: 'Email address of the recipient.' })
  address!: string;

  @Field({ description: 'Name of the team whose alerts they receive.' })
  teamName!: string;

  @Field({ description: 'Whether the address is already unsubscribed.' })
  unsubscribed!: boolean;
}
