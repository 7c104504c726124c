import { Max, Min } from 'class-validator';
import { ArgsType, Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Currency } from '../packages/package.entity.ts';
import { PeriodArgs } from './period.args.ts';

export enum CustomerOrder {
  alerts = 'alerts',
  revenue = 'revenue',
  controllers = 'controllers',
}
registerEnumType(CustomerOrder, {
  name: 'CustomerOrder',
  description: 'By which figure customers are listed, most first; then by name.',
  valuesConfig: {
    alerts: { description: 'Alerts that began in the period.' },
    revenue: { description: 'What they pay each month: those in pounds first, then those in dollars.' },
    controllers: { description: 'Controllers that answered in the last 24 hours, then all of them.' },
  },
});

@ArgsType()
export class CustomerFiguresArgs extends PeriodArgs {
  @Field(() => CustomerOrder, { defaultValue: CustomerOrder.alerts, description: 'Most of it first.' })
  order!: CustomerOrder;

  @Field(() => Int, { defaultValue: 50, description: 'At most so many customers, 200 at once.' })
  @Min(1, { message: 'Ask for at least one customer' })
  @Max(200, { message: 'Ask for at most 200 customers' })
  first!: number;

  @Field(() => Int, { defaultValue: 0, description: 'How many of the list are there already.' })
  @Min(0, { message: 'Skip no fewer than none' })
  @Max(1_000_000, { message: 'Skip at most a million' })
  skip!: number;
}

/** A team's share of the platform's figures. */
@ObjectType({ description: "A customer's share of the platform's figures: the rows behind them." })
export class CustomerFigures {
  @Field(() => ID, { description: 'Of the team.' })
  teamId!: string;

  @Field({ description: 'Name of the team.' })
  name!: string;

  @Field(() => ID, { nullable: true, description: 'The person who owns the team; null where nobody does.' })
  ownerId!: string | null;

  @Field(() => String, { nullable: true, description: 'Where the owner is written to.' })
  ownerEmail!: string | null;

  @Field(() => Int, { description: 'Controllers that it has.' })
  controllers!: number;

  @Field(() => Int, { description: 'Of these, those that answered in the last 24 hours.' })
  activeControllers!: number;

  @Field(() => Int, { description: 'Its alerts that began in the period and are still in its history.' })
  alerts!: number;

  @Field(() => Float, {
    description: 'What it pays each month now, in the smallest unit of `currency`; 0 while it is on trial.',
  })
  revenue!: number;

  @Field(() => Currency, { nullable: true, description: 'Null without a subscription.' })
  currency!: Currency | null;
}
