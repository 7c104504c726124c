import { Field, Float, Int, ObjectType } from 'type-graphql';
import { Currency } from '../packages/package.entity.ts';

/** What comes in each month in one currency. */
@ObjectType({ description: 'What comes in each month in one currency.' })
export class Revenue {
  @Field(() => Currency)
  currency!: Currency;

  @Field(() => Int, { description: 'In its smallest unit.' })
  amount!: number;
}

/** The cards of the admin dashboard (specification 2, section 3). */
@ObjectType({ description: 'Figures of the whole platform.' })
export class AdminStats {
  @Field(() => Int)
  totalUsers!: number;

  @Field(() => Int, { description: 'On trial at Stripe, paid, or in the days of grace.' })
  activeSubscriptions!: number;

  @Field(() => Float, { description: 'Of those that pay, in `currency`.' })
  monthlyRevenue!: number;

  @Field(() => Currency, { description: 'The one that most comes in.' })
  currency!: Currency;

  @Field(() => [Revenue], { description: 'By currency: they are not added up.' })
  revenues!: Revenue[];
}
