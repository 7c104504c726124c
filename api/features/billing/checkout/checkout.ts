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
      description: '`confirmSetup` with the client secret: a card is wanted, nothing is charged now.',
    },
    none: { description: 'Nothing is left to do.' },
  },
});

@ObjectType({ description: 'What was begun with Stripe, and what the browser has to confirm there.' })
export class SubscriptionStart {
  @Field(() => String, {
    nullable: true,
    description: "For Stripe's Payment Element; null where nothing is left to confirm.",
  })
  clientSecret?: string | null;

  @Field(() => PaymentStep, { description: "With which call of Stripe's the browser goes on." })
  confirm!: PaymentStep;

  @Field({
    description: "Stripe's word for how it stands: `incomplete`, `trialing`, `active`, `requires_action`.",
  })
  status!: string;

  @Field(() => Int, {
    nullable: true,
    description:
      'What is charged, now or at `firstPaymentAt`, in the smallest unit of `currency`; null where nothing is.',
  })
  amount?: number | null;

  @Field(() => Currency, {
    nullable: true,
    description: 'What `amount` is in; null where nothing is charged.',
  })
  currency?: Currency | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When the card is first charged. Null: today.',
  })
  firstPaymentAt?: Date | null;
}

@ObjectType({ description: 'What a month of a package costs in a currency, as read from Stripe.' })
export class OfferPrice {
  @Field(() => Currency, { description: 'What `amount` is in.' })
  currency!: Currency;

  @Field(() => Int, { description: 'In the smallest unit of `currency`.' })
  amount!: number;
}

@ObjectType({ description: 'What subscribing to a package would mean for this team.' })
export class SubscriptionOffer {
  @Field(() => Package, { description: 'The one that was asked about.' })
  package!: Package;

  @Field(() => [OfferPrice], { description: "The package's own currency first; none for a free one." })
  prices!: OfferPrice[];

  @Field(() => Currency, {
    nullable: true,
    description: 'The currency that this team has paid in before, and stays with; null: it may choose.',
  })
  fixedCurrency?: Currency | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When the card is first charged. Null: today.',
  })
  firstPaymentAt?: Date | null;

  @Field(() => CardInfo, { nullable: true, description: 'A card that is known, and may be charged at once.' })
  savedCard?: CardInfo | null;
}

@ObjectType({
  description: 'What changing to another package would cost, and what it would no longer allow.',
})
export class PackageChangePreview {
  @Field(() => Package, { description: 'The one that was asked about.' })
  package!: Package;

  @Field(() => Int, { description: 'Due now, in the smallest unit of `currency`.' })
  amountDue!: number;

  @Field(() => Int, {
    description:
      'What of the unused rest is left after all: it is taken off the next invoices. In the smallest unit of `currency`.',
  })
  credit!: number;

  @Field(() => Currency, { description: 'What the amounts are in.' })
  currency!: Currency;

  @Field(() => Int, {
    description:
      'What will be charged at `nextPaymentAt`: a month of the package, less the credit that there is by then. In the smallest unit of `currency`.',
  })
  nextAmount!: number;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When the next month is charged; null where nothing is charged again.',
  })
  nextPaymentAt?: Date | null;

  @Field(() => [String], { description: 'What is used beyond the limits of the other package.' })
  over!: string[];
}
