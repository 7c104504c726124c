import { Max, Min, ValidateBy, IsEnum, IsOptional, Matches, MaxLength } from 'class-validator';
import { Field, InputType, Int } from 'type-graphql';
import { all, IsName, IsNotBlank } from '#api/graphql/schema/texts.ts';
import { Decimal } from '#api/graphql/schema/decimal.ts';
import { PartialInput } from '#api/graphql/schema/partial-input.ts';
import { unlimited, Currency, pricePattern } from './package.entity.ts';

/** Limits on the number and length of features. */
const most = { features: 30, letters: 120 };

/** A package limit: -1 for unlimited. `what` starts the error message. */
function IsLimit(what: string, highest: number): PropertyDecorator {
  const message = `${what} must be -1 for unlimited, or from 1 to ${highest.toLocaleString('en')}`;
  return all(
    Min(unlimited, { message }),
    Max(highest, { message }),
    ValidateBy({ name: 'isLimit', validator: { validate: (value) => value !== 0 } }, { message }),
  );
}

function AreFeatures(): PropertyDecorator {
  const message = `Features must be at most ${most.features} lines of ${most.letters} characters each`;
  const validate = (value: unknown) => {
    const lines = featureLines(value as string[]);
    return lines.length <= most.features && lines.every((line) => [...line].length <= most.letters);
  };
  return ValidateBy({ name: 'areFeatures', validator: { validate } }, { message });
}

/** Splits features into lines and drops blank ones. */
export function featureLines(features: readonly string[]): string[] {
  return features
    .flatMap((feature) => feature.split(/\r\n|[\n\r\u2028\u2029]/))
    .map((line) => line.replace(/[\p{Cc}\s]+/gu, ' ').trim())
    .filter(Boolean);
}

const retention = 'Data retention must be from 1 to 3650 days';

/** Stripe price ID. Blank means none. */
const stripePrice = /^\s*(price_[A-Za-z0-9_]{1,200})?\s*$/;
const noStripePrice = 'A Stripe price ID starts with price_';

/** The package form and its limits (specification 2, section 5; decisions, section 2). */
@InputType({ description: 'Something to sell by the month. A limit that is left out has its default.' })
export class PackageInput {
  @Field({ description: 'Name in the price list, 1 to 100 characters on one line.' })
  @IsName('Name')
  name!: string;

  @Field({ defaultValue: '', description: 'Who it is for, in a sentence.' })
  @MaxLength(300, { message: 'Description must be 300 characters or less' })
  description!: string;

  @Field(() => Decimal, { description: 'Monthly price in `currency`, e.g. `29.99`. `0` means free.' })
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
    description: 'Maximum number of monitored controllers. `-1` means unlimited.',
  })
  @IsLimit('Max controllers', 1_000_000)
  maxControllers!: number;

  @Field(() => Int, {
    defaultValue: unlimited,
    description: 'Maximum number of monitored devices. `-1` means unlimited.',
  })
  @IsLimit('Max devices', 1_000_000)
  maxDevices!: number;

  @Field(() => Int, {
    defaultValue: 1000,
    description: 'Alerts sent per calendar month (UTC). Critical ones are always sent. `-1` means unlimited.',
  })
  @IsLimit('Max alerts per month', 100_000_000)
  maxAlertsPerMonth!: number;

  @Field(() => Int, { defaultValue: 30, description: 'Days that history is kept, 1 to 3650.' })
  @Min(1, { message: retention })
  @Max(3650, { message: retention })
  dataRetentionDays!: number;

  @Field(() => [String], { defaultValue: [], description: 'One line each; blank ones are dropped.' })
  @AreFeatures()
  features!: string[];

  @Field(() => String, {
    nullable: true,
    description: 'Stripe ID of the monthly price in pounds. Required for paid packages in pounds.',
  })
  @IsOptional()
  @Matches(stripePrice, { message: noStripePrice })
  stripePriceId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Stripe ID of the monthly price in dollars. Paid packages in dollars need one of the two IDs.',
  })
  @IsOptional()
  @Matches(stripePrice, { message: noStripePrice })
  stripePriceIdUsd?: string | null;

  @Field(() => Boolean, { defaultValue: true, description: 'Whether it is on the price list.' })
  isActive!: boolean;
}

export const PackageChanges = PartialInput(PackageInput, 'PackageChanges');
export type PackageChanges = Partial<PackageInput>;
