import { Field, Float, GraphQLISODateTime, Int, ObjectType } from 'type-graphql';
import { Currency } from '../packages/package.entity.ts';
import { Revenue } from './admin-stats.ts';

@ObjectType({ description: 'A time in which the product did not run.' })
export class Outage {
  @Field(() => GraphQLISODateTime, { description: 'The first minute that is missing.' })
  from!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When it ran again; null while it does not.',
  })
  until!: Date | null;
}

@ObjectType({ description: 'The platform on one UTC day: as it stood at its end, or as it stands today.' })
export class AnalyticsDay {
  @Field({ description: 'Such as `2026-11-22`.' })
  day!: string;

  @Field(() => Int, { description: 'People with an account.' })
  users!: number;

  @Field(() => Int, { description: 'Subscriptions on trial at Stripe, paid, or in the days of grace.' })
  activeSubscriptions!: number;

  @Field(() => Float, { description: 'Pounds a month of the subscriptions that pay.' })
  monthlyRevenue!: number;

  @Field(() => Float, { description: 'Dollars a month of the subscriptions that pay.' })
  monthlyRevenueUsd!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Percent of its minutes; null where nothing was measured.',
  })
  uptime!: number | null;

  @Field(() => Int, { description: 'Alerts that began on this day.' })
  alerts!: number;

  @Field(() => Int, { description: 'Controllers that answered on this day; of today, in the last 24 hours.' })
  activeControllers!: number;
}

/** The figures of /admin/analytics (specification 2, section 3), each reckoned; what is not known is null. */
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
      'Percent: (accounts at the end − before the period) ÷ before the period. Null where nobody had an account before.',
  })
  userGrowth!: number | null;

  @Field(() => Int, {
    description: 'Subscriptions on trial at Stripe, paid, or in the days of grace, at the end.',
  })
  activeSubscriptions!: number;

  @Field(() => Float, {
    description: 'A month, of the subscriptions that pay, in `currency`, at the end of the period.',
  })
  monthlyRevenue!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Percent by which `monthlyRevenue` grew in the period. Null where nothing of its currency came in before it.',
  })
  revenueGrowth!: number | null;

  @Field(() => Currency, { description: 'The one that most comes in at the end of the period.' })
  currency!: Currency;

  @Field(() => [Revenue], {
    description: 'All currencies, that which most comes in first: nothing is converted.',
  })
  revenues!: Revenue[];

  @Field(() => Float, {
    nullable: true,
    description:
      'Percent: minutes in which the product ran ÷ minutes since the beginning of the period, or since it was first measured. Null where nothing was measured.',
  })
  systemUptime!: number | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Since when uptime is measured; null before the first minute.',
  })
  uptimeSince!: Date | null;

  @Field(() => Int, { description: 'Minutes of the period that `systemUptime` is a share of.' })
  measuredMinutes!: number;

  @Field(() => [Outage], {
    description: 'Times of the period in which the product did not run: the last 100, latest first.',
  })
  outages!: Outage[];

  @Field(() => Int, { description: 'Alerts that began in the period, of all customers.' })
  totalAlerts!: number;

  @Field(() => Int, {
    description: 'Controllers that answered on the last day of the period; today, in the last 24 hours.',
  })
  activeControllers!: number;

  @Field(() => [AnalyticsDay], { description: 'Each day of the period.' })
  history!: AnalyticsDay[];
}
