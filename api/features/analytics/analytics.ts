import { Max, MaxLength, Min, ValidateIf } from 'class-validator';
import {
  ArgsType,
  Field,
  Int,
  Float,
  ObjectType,
  GraphQLISODateTime,
  ID,
  registerEnumType,
} from 'type-graphql';
import { maxDays, defaultDays } from './period.ts';
import { Subscribers } from '../billing/team-subscription.ts';
import { Currency } from '../packages/package.entity.ts';

const given = (_: unknown, value: unknown) => value !== null && value !== undefined;

@ArgsType()
export class PeriodArgs {
  @Field(() => Int, {
    nullable: true,
    description: `Number of days up to today, ${defaultDays} by default, up to ${maxDays}. \`from\` takes precedence.`,
  })
  @ValidateIf(given)
  @Min(1, { message: '`days` must be 1 or more' })
  @Max(maxDays, { message: `\`days\` must be ${maxDays} or less` })
  days?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'First day, such as `2026-11-22`. Days start at midnight UTC.',
  })
  @MaxLength(10, { message: 'Choose a day, such as 2026-11-22' })
  from?: string | null;

  @Field(() => String, { nullable: true, description: 'Last day, inclusive. Today by default.' })
  @MaxLength(10, { message: 'Choose a day, such as 2026-11-22' })
  to?: string | null;
}

/** Monthly revenue in one currency. */
@ObjectType({ description: 'Monthly revenue in one currency.' })
class Revenue {
  @Field(() => Currency, { description: "Currency. Amounts aren't converted." })
  currency!: Currency;

  @Field(() => Float, { description: 'In its smallest unit: pence or cents.' })
  amount!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Growth in the period, in percent. `null` if there was no revenue before.',
  })
  growth!: number | null;

  @Field(() => [Float], {
    description:
      'Amount at the end of each day, oldest first. The last one is `amount`, the first is from before the period.',
  })
  history!: number[];
}

/** The cards of the admin dashboard (specification 2, section 3). */
@ObjectType({
  description: 'Current platform figures. Growth covers the last 30 days.',
})
export class AdminStats {
  @Field(() => [String], {
    description: 'Days of the histories, oldest first, such as `2026-11-22`. The last one is today in UTC.',
  })
  days!: string[];

  @Field(() => Int, { description: 'People with an account.' })
  totalUsers!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Growth of `totalUsers` in percent. `null` if there were no users 30 days ago.',
  })
  userGrowth!: number | null;

  @Field(() => [Int], { description: '`totalUsers` at the end of each of `days`, and now for today.' })
  userHistory!: number[];

  @Field(() => Int, { description: '`active` of `subscribers`.' })
  activeSubscriptions!: number;

  @Field(() => Subscribers, { description: 'All teams by the state of their subscription.' })
  subscribers!: Subscribers;

  @Field(() => Float, {
    nullable: true,
    description: 'Growth of `activeSubscriptions` in percent. `null` if there were none 30 days ago.',
  })
  subscriptionGrowth!: number | null;

  @Field(() => [Int], {
    description: '`activeSubscriptions` at the end of each of `days`, and now for today.',
  })
  subscriptionHistory!: number[];

  @Field(() => Float, { description: 'Monthly revenue of paying subscriptions, in `currency`.' })
  monthlyRevenue!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Growth of `monthlyRevenue` in percent. `null` if there was no revenue 30 days ago.',
  })
  revenueGrowth!: number | null;

  @Field(() => Currency, { description: 'Currency with the most revenue.' })
  currency!: Currency;

  @Field(() => [Revenue], { description: 'Revenue by currency. Amounts aren’t converted or added together.' })
  revenues!: Revenue[];
}

@ObjectType({ description: 'A time in which the product did not run.' })
export class Outage {
  @Field(() => GraphQLISODateTime, { description: 'The first minute that is missing.' })
  from!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'End of the outage. `null` if it continues.',
  })
  until!: Date | null;
}

@ObjectType({ description: 'Platform figures at the end of one UTC day, or now for today.' })
export class AnalyticsDay {
  @Field({ description: 'Such as `2026-11-22`.' })
  day!: string;

  @Field(() => Int, { description: 'People with an account.' })
  users!: number;

  @Field(() => Int, { description: 'Subscriptions in a Stripe trial, paid or in the grace period.' })
  activeSubscriptions!: number;

  @Field(() => Float, { description: 'Pounds a month of the subscriptions that pay.' })
  monthlyRevenue!: number;

  @Field(() => Float, { description: 'Dollars a month of the subscriptions that pay.' })
  monthlyRevenueUsd!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Uptime in percent of its minutes. `null` if nothing was measured.',
  })
  uptime!: number | null;

  @Field(() => Int, { description: 'Alerts raised on this day.' })
  alerts!: number;

  @Field(() => Int, {
    description: 'Controllers that responded on this day, or in the last 24 hours for today.',
  })
  activeControllers!: number;
}

/** Figures of /admin/analytics (specification 2, section 3). Unknown figures are `null`. */
@ObjectType({ description: 'Figures of the whole platform over a period.' })
export class Analytics {
  @Field({ description: 'First day of the period, UTC: `2026-10-24`.' })
  from!: string;

  @Field({ description: 'Last day of the period, included.' })
  to!: string;

  @Field(() => Int, { description: 'People with an account at the end of the period.' })
  totalUsers!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Growth in percent: (accounts at the end − accounts before the period) ÷ accounts before the period. `null` if there were none before.',
  })
  userGrowth!: number | null;

  @Field(() => Int, {
    description:
      'Subscriptions that were in a Stripe trial, paid or in the grace period at the end of the period.',
  })
  activeSubscriptions!: number;

  @Field(() => Float, {
    description: 'Monthly revenue of paying subscriptions at the end of the period, in `currency`.',
  })
  monthlyRevenue!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Growth of `monthlyRevenue` in the period, in percent. `null` if there was no revenue in its currency before.',
  })
  revenueGrowth!: number | null;

  @Field(() => Currency, { description: 'Currency with the most revenue at the end of the period.' })
  currency!: Currency;

  @Field(() => [Revenue], {
    description: "Revenue by currency, highest first. Amounts aren't converted.",
  })
  revenues!: Revenue[];

  @Field(() => Float, {
    nullable: true,
    description:
      'Uptime in percent: minutes in which the platform was up ÷ minutes since the start of the period or of measuring. `null` if nothing was measured.',
  })
  systemUptime!: number | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When uptime measuring started. `null` before the first minute.',
  })
  uptimeSince!: Date | null;

  @Field(() => Int, { description: 'Minutes of the period that `systemUptime` is a share of.' })
  measuredMinutes!: number;

  @Field(() => [Outage], {
    description: 'Outages in the period, latest first, up to 100.',
  })
  outages!: Outage[];

  @Field(() => Int, { description: 'Alerts raised in the period, for all customers.' })
  totalAlerts!: number;

  @Field(() => Int, {
    description:
      'Controllers that responded on the last day of the period, or in the last 24 hours if it ends today.',
  })
  activeControllers!: number;

  @Field(() => [AnalyticsDay], { description: 'Each day of the period.' })
  history!: AnalyticsDay[];
}

export enum CustomerOrder {
  alerts = 'alerts',
  revenue = 'revenue',
  controllers = 'controllers',
}
registerEnumType(CustomerOrder, {
  name: 'CustomerOrder',
  description: 'Figure to sort customers by, highest first, then by name.',
  valuesConfig: {
    alerts: { description: 'Alerts raised in the period.' },
    revenue: { description: 'What they pay each month: those in pounds first, then those in dollars.' },
    controllers: { description: 'Controllers that responded in the last 24 hours, then total controllers.' },
  },
});

@ArgsType()
export class CustomerFiguresArgs extends PeriodArgs {
  @Field(() => CustomerOrder, {
    defaultValue: CustomerOrder.alerts,
    description: 'Figure to sort by, highest first.',
  })
  order!: CustomerOrder;

  @Field(() => Int, { defaultValue: 50, description: 'Page size, up to 200.' })
  @Min(1, { message: '`first` must be 1 or more' })
  @Max(200, { message: '`first` must be 200 or less' })
  first!: number;

  @Field(() => Int, { defaultValue: 0, description: 'Number of customers to skip.' })
  @Min(0, { message: '`skip` must be 0 or more' })
  @Max(1_000_000, { message: '`skip` must be 1,000,000 or less' })
  skip!: number;
}

/** One team's part of the platform's figures. */
@ObjectType({ description: "A customer's share of the platform's figures: the rows behind them." })
export class CustomerFigures {
  @Field(() => ID, { description: 'ID of the team.' })
  teamId!: string;

  @Field({ description: 'Name of the team.' })
  name!: string;

  @Field(() => ID, { nullable: true, description: 'User who owns the team. `null` if there is none.' })
  ownerId!: string | null;

  @Field(() => String, { nullable: true, description: 'Email address of the owner.' })
  ownerEmail!: string | null;

  @Field(() => Int, { description: 'Number of its controllers.' })
  controllers!: number;

  @Field(() => Int, { description: 'Of these, those that answered in the last 24 hours.' })
  activeControllers!: number;

  @Field(() => Int, { description: 'Alerts raised in the period that are still in its history.' })
  alerts!: number;

  @Field(() => Float, {
    description: 'Current monthly payment, in the smallest unit of `currency`. 0 during a trial.',
  })
  revenue!: number;

  @Field(() => Currency, { nullable: true, description: 'Null without a subscription.' })
  currency!: Currency | null;
}
