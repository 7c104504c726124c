import { DecimalType } from '@mikro-orm/core';
import { Entity, Enum, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';

export enum Currency {
  GBP = 'GBP',
  USD = 'USD',
}
registerEnumType(Currency, {
  name: 'Currency',
  description: 'What a package is paid in.',
  valuesConfig: {
    GBP: { description: 'Pounds sterling. The smallest unit is a penny.' },
    USD: { description: 'US dollars. The smallest unit is a cent.' },
  },
});

/** Stored value of an unlimited limit (specification 1, section 9). */
export const unlimited = -1;

/** PostgreSQL returns zero as `0.00`, but the documented form is `0`. */
class PriceType extends DecimalType<'string'> {
  override convertToJSValue(value: string): string {
    return canonicalPrice(String(value));
  }
}

@ObjectType({ description: 'What a customer can subscribe to, by the month.' })
@Entity()
export class Package {
  @Field(() => ID, { description: 'UUID, for `register`, `createSubscription` and `joinWaitlist`.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Field({ description: 'Name in the price list.' })
  @Property({ type: 'text' })
  name!: string;

  @Field({ description: "One sentence about who it's for. Can be empty." })
  @Property({ type: 'text', default: '' })
  description: string = '';

  @Field(() => String, { description: 'Price of a month in `currency`, as a decimal: `29.99`, or `0`.' })
  @Property({ type: PriceType, precision: 10, scale: 2 })
  price!: string;

  @Field(() => Currency, { description: 'What `price` is in.' })
  @Enum({ items: () => Currency, default: Currency.GBP })
  currency: Currency = Currency.GBP;

  @Field(() => Int, { description: 'Maximum number of monitored controllers. `-1` means unlimited.' })
  @Property({ type: 'integer', default: unlimited })
  maxControllers: number = unlimited;

  @Field(() => Int, { description: 'Maximum number of monitored devices. `-1` means unlimited.' })
  @Property({ type: 'integer', default: unlimited })
  maxDevices: number = unlimited;

  @Field(() => Int, {
    description: 'Alerts sent per calendar month (UTC). Critical ones are always sent. `-1` means unlimited.',
  })
  @Property({ type: 'integer', default: 1000 })
  maxAlertsPerMonth: number = 1000;

  @Field(() => Int, { description: 'Days of history kept.' })
  @Property({ type: 'integer', default: 30 })
  dataRetentionDays: number = 30;

  @Field(() => [String], { description: 'What it offers, one line each, in the order they are shown.' })
  @Property({ type: 'text[]', defaultRaw: "'{}'" })
  features: string[] = [];

  @Field(() => String, {
    nullable: true,
    description: "ID of its monthly Stripe price in pounds. `null` if it isn't sold in pounds.",
  })
  @Property({ type: 'text', nullable: true })
  stripePriceId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "ID of its monthly Stripe price in dollars. `null` if it isn't sold in dollars.",
  })
  @Property({ type: 'text', nullable: true })
  stripePriceIdUsd?: string | null;

  @Field({ description: 'Whether it is on the price list. Teams that have an inactive package keep it.' })
  @Property({ type: 'boolean', default: true })
  isActive: boolean = true;

  /** Position in the price list. The one at index 1 is marked most popular. */
  @Property({ type: 'integer', default: 0 })
  position: number = 0;

  @Field(() => Int, {
    nullable: true,
    description:
      "Number of teams that have the package, paying or not. A package with teams can't be deleted. See `packageSubscribers` for their states. `null` outside `allPackages`.",
  })
  subscriberCount?: number | null;
}

@ObjectType({ description: 'A team that uses more than a package would allow.' })
export class AffectedTeam {
  @Field({ description: 'Name of the team.' })
  teamName!: string;

  @Field({ description: 'Email address of the team owner.' })
  ownerEmail!: string;

  @Field(() => [String], { description: 'Usage above the limits, e.g. `8 controllers, 5 allowed`.' })
  over!: string[];
}

@ObjectType({ description: 'Preview of the teams that saving a package would affect.' })
export class PackagePreview {
  @Field(() => Int, { description: 'How many teams; not all of many are listed.' })
  count!: number;

  @Field(() => [AffectedTeam], { description: 'The teams by name; of many, not all.' })
  affected!: AffectedTeam[];
}

/**
 * Valid prices: 0 to 20 million with at most two decimals, so that the amount in pence fits an integer
 * column.
 */
export const pricePattern = /^(?:[01]?\d{1,7}|20{7}(?=(?:\.0{1,2})?$))(?:\.\d{1,2})?$/;

/** Canonical form of a price: `29.99`, `49.00`, and `0` for free. */
export function canonicalPrice(price: string): string {
  const amount = minorUnits(price);
  if (amount === 0) return '0';
  const cents = String(amount % 100).padStart(2, '0');
  return `${Math.trunc(amount / 100)}.${cents}`;
}

/** A price in minor units (pence or cents), as Stripe counts. */
export function minorUnits(price: string): number {
  const [whole = '0', cents = ''] = price.split('.');
  return Number(whole) * 100 + Number(cents.padEnd(2, '0').slice(0, 2));
}
