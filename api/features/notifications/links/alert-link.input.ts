import { ArgsType, Field, GraphQLISODateTime, Int, ObjectType } from 'type-graphql';
import { IsNote, IsSnoozeLength } from '#api/features/alerts/alert.input.ts';
import { AlertSeverity } from '../../alerts/alert.enums.ts';

/** A link of a message about an alert. */
@ArgsType()
export class AlertLinkArgs {
  @Field({ description: 'The token of the link.' })
  token!: string;
}

@ArgsType()
export class AcknowledgeByLinkArgs extends AlertLinkArgs {
  @Field(() => String, { nullable: true, description: 'For colleagues. At most 500 characters.' })
  @IsNote()
  note?: string | null;
}

@ArgsType()
export class SnoozeByLinkArgs extends AlertLinkArgs {
  @Field(() => Int, { description: 'From 5 to 10080: 7 days.' })
  @IsSnoozeLength()
  minutes!: number;
}

@ObjectType({ description: 'What whoever has a message about an alert may see of it, and nothing else.' })
export class AlertByLink {
  @Field(() => AlertSeverity, { description: 'How bad it is now, or was when it ended.' })
  severity!: AlertSeverity;

  @Field({
    description:
      'What is wrong, where and since when, with times in the zone of your `Time-Zone` header, else UTC.',
  })
  message!: string;

  @Field({ description: 'Name of the rule when the alert was raised.' })
  ruleName!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'What the device, the client or the console was called when the alert was raised; null where that is not known.',
  })
  deviceName!: string | null;

  @Field({ description: 'As the team calls the controller.' })
  controllerName!: string;

  @Field({ description: 'What the console is called.' })
  siteName!: string;

  @Field(() => GraphQLISODateTime, { description: 'When the condition was first seen to hold.' })
  since!: Date;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When it ended; null: it is still open.' })
  resolvedAt!: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Since when it comes and goes; null where it does not.',
  })
  flappingSince!: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Since when somebody sees to it; null while nobody does.',
  })
  acknowledgedAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'Name of who does; null while nobody does.' })
  acknowledgedBy!: string | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Until then nobody is told about it again; null while it is not snoozed.',
  })
  snoozedUntil!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of who snoozed it; null while it is not snoozed.',
  })
  snoozedBy!: string | null;

  @Field({ description: 'In whose name a click counts.' })
  actingAs!: string;

  @Field({ description: 'Where the alert is for whoever signs in.' })
  openUrl!: string;
}

@ObjectType({ description: 'What came of a click.' })
export class LinkOutcome {
  @Field({ description: 'False where somebody else was first, or it has ended.' })
  changed!: boolean;

  @Field(() => AlertByLink, { description: 'As it is after the click.' })
  alert!: AlertByLink;
}

@ObjectType({ description: 'Whose alert mails a link stops.' })
export class UnsubscribeLink {
  @Field({ description: 'Where the mails go.' })
  address!: string;

  @Field({ description: 'Whose alerts they are about.' })
  teamName!: string;

  @Field({ description: 'Whether it is stopped already.' })
  unsubscribed!: boolean;
}
