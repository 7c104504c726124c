import { IsOptional, Max, MaxLength, Min } from 'class-validator';
import { ArgsType, Field, Int } from 'type-graphql';

/** A link of a message about an alert. */
@ArgsType()
export class AlertLinkArgs {
  @Field({ description: 'The token of the link.' })
  token!: string;
}

@ArgsType()
export class AcknowledgeByLinkArgs extends AlertLinkArgs {
  @Field(() => String, { nullable: true, description: 'For colleagues. At most 500 characters.' })
  @IsOptional()
  @MaxLength(500, { message: 'Note must be 500 characters or less' })
  note?: string | null;
}

const snoozeSentence = 'Snooze for 5 minutes up to 7 days';

@ArgsType()
export class SnoozeByLinkArgs extends AlertLinkArgs {
  @Field(() => Int, { description: 'From 5 to 10080: 7 days.' })
  @Min(5, { message: snoozeSentence })
  @Max(7 * 24 * 60, { message: snoozeSentence })
  minutes!: number;
}
