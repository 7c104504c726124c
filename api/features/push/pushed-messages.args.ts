import { Max, Min } from 'class-validator';
import { ArgsType, Field, Int } from 'type-graphql';

/** Messages in one answer: each may have 64 KiB. */
const most = 50;

@ArgsType()
export class PushedMessagesArgs {
  @Field(() => Int, { defaultValue: 10, description: `How many, at most ${most}.` })
  @Min(1, { message: 'Ask for at least one message' })
  @Max(most, { message: `Ask for at most ${most} messages at once` })
  first: number = 10;
}
