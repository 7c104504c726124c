import { Field, GraphQLISODateTime, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Currency, Package } from '#api/features/packages/package.entity.ts';
import { CardInfo } from '../team-subscription.ts';

export enum PaymentStep {
  payment = 'payment',
  setup = 'setup',
  none = 'none',
}
registerEnumType(PaymentStep, {
  name: 'PaymentStep',
  description: 'What the browser has to confirm with Stripe.',
  valuesConfig: {
    payment: { description: '`confirmPayment` with the client secret.' },
    setup: {
      description: 'Call `confirmSetup` with the client secret to save a card. Nothing is charged now.',
    },
    none: { description: 'No further step is needed.' },
  },
});

@ObjectType({ description: 'A payment started with Stripe, and what the browser has to confirm.' })
export class SubscriptionStart {
  @Field(() => String, {
    nullable: true,
    description: "Client secret for Stripe's Payment Element. `null` if there is nothing to confirm.",
  })
  clientSecret?: string | null;

  @Field(() => PaymentStep, { description: 'Stripe.js call to continue with.' })
  confirm!: PaymentStep;

  @Field({
    description: "Stripe's status: `incomplete`, `trialing`, `active` or `requires_action`.",
  })
  status!: string;

  @Field(() => Int, {
    nullable: true,
    description:
      'Amount charged now or at `firstPaymentAt`, in the smallest unit of `currency`. `null` if nothing is charged.',
  })
  amount?: number | null;

  @Field(() => Currency, {
    nullable: true,
    description: 'Currency of `amount`. `null` if nothing is charged.',
  })
  currency?: Currency | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Date of the first charge. `null` means today.',
  })
  firstPaymentAt?: Date | null;
}

@ObjectType({ description: 'Monthly price of a package in one currency, read from Stripe.' })
export class OfferPrice {
  @Field(() => Currency, { description: 'What `amount` is in.' })
  currency!: Currency;

  @Field(() => Int, { description: 'In the smallest unit of `currency`.' })
  amount!: number;
}

@ObjectType({ description: 'What subscribing to a package would mean for this team.' })
export class SubscriptionOffer {
  @Field(() => Package, { description: 'The package asked about.' })
  package!: Package;

  @Field(() => [OfferPrice], {
    description: "Prices, starting with the package's own currency. Empty for a free package.",
  })
  prices!: OfferPrice[];

  @Field(() => Currency, {
    nullable: true,
    description: 'Currency that the team has paid in before and must keep. `null` if it can choose.',
  })
  fixedCurrency?: Currency | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Date of the first charge. `null` means today.',
  })
  firstPaymentAt?: Date | null;

  @Field(() => CardInfo, { nullable: true, description: 'Saved card that can be charged immediately.' })
  savedCard?: CardInfo | null;
}

@ObjectType({
  description: 'What changing to another package would cost, and what it would no longer allow.',
})
export class PackageChangePreview {
  @Field(() => Package, { description: 'The package asked about.' })
  package!: Package;

  @Field(() => Int, { description: 'Due now, in the smallest unit of `currency`.' })
  amountDue!: number;

  @Field(() => Int, {
    description:
      'Remaining credit for unused time, deducted from the next invoices. In the smallest unit of `currency`.',
  })
  credit!: number;

  @Field(() => Currency, { description: 'What the amounts are in.' })
  currency!: Currency;

  @Field(() => Int, {
    description:
      'Amount charged at `nextPaymentAt`: one month of the package minus credit. In the smallest unit of `currency`.',
  })
  nextAmount!: number;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Time of the next charge. `null` if there is none.',
  })
  nextPaymentAt?: Date | null;

  @Field(() => [String], { description: 'Usage above the limits of the new package.' })
  over!: string[];
}
