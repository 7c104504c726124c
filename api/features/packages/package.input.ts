import { IsEnum, IsOptional, Matches, Max, MaxLength, Min } from 'class-validator';
import { Field, InputType, Int } from 'type-graphql';
import { Decimal } from '#api/graphql/schema/decimal.ts';
import { PartialInput } from '#api/graphql/schema/partial-input.ts';
import { IsNotBlank } from '#api/graphql/schema/rules.ts';
import { IsName } from '#api/graphql/schema/texts.ts';
import { AreFeatures, IsLimit } from './package-rules.ts';
import { Currency, unlimited } from './package.entity.ts';
import { pricePattern } from './price.ts';

const retention = 'Data retention must be from 1 to 3650 days';

/** What Stripe calls its prices; blank: none. */
const stripePrice = /^\s*(price_[A-Za-z0-9_]{1,200})?\s*$/;
const noStripePrice = 'A price ID of Stripe begins with price_';

/** The package form and its limits (specification 2, section 5; decisions, section 2). */
@InputType({ description: 'Something to sell by the month. A limit that is left out has its default.' })
export class PackageInput {
  @Field({ description: 'As it is to stand in the price list: 1 to 100 characters on one line.' })
  @IsName('Name')
  name!: string;

  @Field({ defaultValue: '', description: 'Who it is for, in a sentence.' })
  @MaxLength(300, { message: 'Description must be 300 characters or less' })
  description!: string;

  @Field(() => Decimal, { description: 'Of a month, in `currency`: `29.99`. 0 is free.' })
  @IsNotBlank({ message: 'Price is required' })
  @Matches(pricePattern, {
    message: 'Price must be a number from 0 to 20,000,000 with at most two decimal places',
  })
  price!: string;

  @Field(() => Currency, { defaultValue: Currency.GBP, description: 'What `price` is in.' })
  @IsEnum(Currency, { message: 'Currency must be GBP or USD' })
  currency!: Currency;

  @Field(() => Int, {
    defaultValue: unlimited,
    description: 'Controllers that are watched; -1 is unlimited.',
  })
  @IsLimit('Max controllers', 1_000_000)
  maxControllers!: number;

  @Field(() => Int, { defaultValue: unlimited, description: 'Devices that are watched; -1 is unlimited.' })
  @IsLimit('Max devices', 1_000_000)
  maxDevices!: number;

  @Field(() => Int, {
    defaultValue: 1000,
    description: 'Alerts that are told in a calendar month (UTC); critical ones always are. -1 is unlimited.',
  })
  @IsLimit('Max alerts per month', 100_000_000)
  maxAlertsPerMonth!: number;

  @Field(() => Int, { defaultValue: 30, description: 'How many days history is kept, 1 to 3650.' })
  @Min(1, { message: retention })
  @Max(3650, { message: retention })
  dataRetentionDays!: number;

  @Field(() => [String], { defaultValue: [], description: 'One line each; blank ones are dropped.' })
  @AreFeatures()
  features!: string[];

  @Field(() => String, {
    nullable: true,
    description:
      'Id of its monthly price in pounds at Stripe. A package in pounds that costs something has one.',
  })
  @IsOptional()
  @Matches(stripePrice, { message: noStripePrice })
  stripePriceId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Id of its monthly price in dollars at Stripe. A package in dollars that costs something has one of the two.',
  })
  @IsOptional()
  @Matches(stripePrice, { message: noStripePrice })
  stripePriceIdUsd?: string | null;

  @Field(() => Boolean, { defaultValue: true, description: 'Whether it is on the price list.' })
  isActive!: boolean;
}

/** Absent fields stay as they are. */
export const PackageChanges = PartialInput(PackageInput, 'PackageChanges');
export type PackageChanges = Partial<PackageInput>;
