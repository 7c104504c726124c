import { Max, Min } from 'class-validator';
import { ArgsType, Field, ID, Int } from 'type-graphql';
import { all } from '#api/graphql/schema/texts.ts';

const message = 'Snooze for 5 minutes up to 7 days';

/** For how many minutes nobody is told. */
export const IsSnoozeLength = (): PropertyDecorator =>
  all(Min(5, { message }), Max(7 * 24 * 60, { message }));

/** Which alert nobody is told about again, and for how long. */
@ArgsType()
export class Snooze {
  @Field(() => ID, { description: 'Of an open alert of your team.' })
  id!: string;

  @Field(() => Int, { description: 'From 5 to 10080: 7 days.' })
  @IsSnoozeLength()
  minutes!: number;
}
