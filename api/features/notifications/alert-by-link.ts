import { Field, GraphQLISODateTime, ObjectType } from 'type-graphql';
import { AlertSeverity } from '../alerts/alert.enums.ts';

@ObjectType({ description: 'What whoever has a message about an alert may see of it, and nothing else.' })
export class AlertByLink {
  @Field(() => AlertSeverity)
  severity!: AlertSeverity;

  @Field({ description: 'What, where, since when, and the measured value against the threshold.' })
  message!: string;

  @Field()
  ruleName!: string;

  @Field(() => String, { nullable: true })
  deviceName!: string | null;

  @Field()
  controllerName!: string;

  @Field()
  siteName!: string;

  @Field(() => GraphQLISODateTime)
  since!: Date;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When it ended; null: it is still open.' })
  resolvedAt!: Date | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'Since when it comes and goes.' })
  flappingSince!: Date | null;

  @Field(() => GraphQLISODateTime, { nullable: true })
  acknowledgedAt!: Date | null;

  @Field(() => String, { nullable: true })
  acknowledgedBy!: string | null;

  @Field(() => GraphQLISODateTime, { nullable: true })
  snoozedUntil!: Date | null;

  @Field(() => String, { nullable: true })
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

  @Field(() => AlertByLink)
  alert!: AlertByLink;
}
