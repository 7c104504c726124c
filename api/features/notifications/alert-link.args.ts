import { ArgsType, Field, Int } from 'type-graphql';
import { IsNote } from '../alerts/acknowledgement.args.ts';
import { IsSnoozeLength } from '../alerts/snooze.args.ts';

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
