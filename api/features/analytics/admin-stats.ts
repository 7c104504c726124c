import { Field, Float, Int, ObjectType } from 'type-graphql';
import { Subscribers } from '../billing/team-subscription.ts';
import { Currency } from '../packages/package.entity.ts';

/** What comes in each month in one currency. */
@ObjectType({ description: 'What comes in each month in one currency.' })
export class Revenue {
  @Field(() => Currency, { description: 'The currency that it is paid in; nothing is converted.' })
  currency!: Currency;

  @Field(() => Float, { description: 'In its smallest unit: pence or cents.' })
  amount!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'By how many percent it grew in the period; null where nothing came in before.',
  })
  growth!: number | null;
}

/** The cards of the admin dashboard (specification 2, section 3). */
@ObjectType({
  description: 'Figures of the whole platform as it stands; growth is that of the last 30 days.',
})
export class AdminStats {
  @Field(() => Int, { description: 'People with an account.' })
  totalUsers!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'By how many percent `totalUsers` grew; null where there was nobody 30 days ago.',
  })
  userGrowth!: number | null;

  @Field(() => Int, { description: '`active` of `subscribers`.' })
  activeSubscriptions!: number;

  @Field(() => Subscribers, { description: 'All teams by the state of their subscription.' })
  subscribers!: Subscribers;

  @Field(() => Float, {
    nullable: true,
    description: 'By how many percent `activeSubscriptions` grew; null where there was none 30 days ago.',
  })
  subscriptionGrowth!: number | null;

  @Field(() => Float, { description: 'Of those that pay, in `currency`.' })
  monthlyRevenue!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'By how many percent `monthlyRevenue` grew; null where nothing came in 30 days ago.',
  })
  revenueGrowth!: number | null;

  @Field(() => Currency, { description: 'The one that most comes in.' })
  currency!: Currency;

  @Field(() => [Revenue], { description: 'By currency: they are not added up.' })
  revenues!: Revenue[];
}
