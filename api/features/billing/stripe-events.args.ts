import { Max, Min, ValidateIf } from 'class-validator';
import { ArgsType, Field, ID, Int } from 'type-graphql';
import { StripeEventStatus } from './stripe-event.entity.ts';

@ArgsType()
export class StripeEventsArgs {
  @Field(() => ID, { nullable: true, description: 'Those received before this one.' })
  after?: string | null;

  @Field(() => Int, { nullable: true, description: '50 unless told; 200 at most.' })
  @ValidateIf((_, value) => value !== null && value !== undefined)
  @Min(1, { message: 'First must be 1 or more' })
  @Max(200, { message: 'First must be 200 or less' })
  first?: number | null;

  @Field(() => StripeEventStatus, { nullable: true, description: 'Only those that stand so. Null: all.' })
  status?: StripeEventStatus | null;
}
