import { Max, MaxLength, Min, ValidateIf } from 'class-validator';
import { ArgsType, Field, ID, Int } from 'type-graphql';
import { StripeEventStatus } from './stripe-event.entity.ts';

@ArgsType()
export class StripeEventSearch {
  @Field(() => StripeEventStatus, { nullable: true, description: 'Only those that stand so. Null: all.' })
  status?: StripeEventStatus | null;

  @Field(() => String, {
    nullable: true,
    description: 'Each of its words stands in the type, an id of Stripe or the reason of a failure.',
  })
  @MaxLength(200, { message: 'Search for 200 characters or less' })
  search?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'From the beginning; without it the newest first.' })
  oldestFirst?: boolean | null;
}

@ArgsType()
export class StripeEventsArgs extends StripeEventSearch {
  @Field(() => ID, { nullable: true, description: 'Those that come after this one in this order.' })
  after?: string | null;

  @Field(() => Int, { nullable: true, description: '50 unless told; 200 at most.' })
  @ValidateIf((_, value) => value !== null && value !== undefined)
  @Min(1, { message: 'First must be 1 or more' })
  @Max(200, { message: 'First must be 200 or less' })
  first?: number | null;
}
