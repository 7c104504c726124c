import { Field, Float, GraphQLISODateTime, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Currency, Package } from '../packages/package.entity.ts';

export enum SubscriptionState {
  /** Days without a card, and no subscription yet. */
  trial = 'trial',
  /** A package that costs nothing. */
  free = 'free',
  /** Begun, and waiting for its first payment. */
  incomplete = 'incomplete',
  /** A subscription that is not charged yet. */
  trialing = 'trialing',
  active = 'active',
  /** A payment failed; service goes on for a while. */
  past_due = 'past_due',
  /** The trial or the subscription is over: nothing is watched. */
  ended = 'ended',
  /** No package: the operator's own team. */
  none = 'none',
}
registerEnumType(SubscriptionState, {
  name: 'SubscriptionState',
  description:
    '`trial`: days without a card. `trialing`: a subscription that is not charged yet. `incomplete`: it waits for its first payment. `ended`: nothing is watched any more. `none`: no package, and no limits.',
});

@ObjectType({ description: 'The card that is charged, as far as it may be shown.' })
export class CardInfo {
  @Field({ description: "Stripe's word for it: `visa`, `mastercard`." })
  brand!: string;

  @Field()
  last4!: string;

  @Field(() => Int)
  expMonth!: number;

  @Field(() => Int)
  expYear!: number;
}

@ObjectType({ description: "What a team uses of its package. A limit that is null doesn't limit." })
export class PlanUsage {
  @Field(() => Int)
  controllers!: number;

  @Field(() => Int, { nullable: true })
  maxControllers?: number | null;

  @Field(() => Int, { description: 'Adopted devices of the watched sites.' })
  devices!: number;

  @Field(() => Int, { nullable: true })
  maxDevices?: number | null;

  @Field(() => Int, { description: 'Alerts that began in this UTC month.' })
  alertsThisMonth!: number;

  @Field(() => Int, { nullable: true })
  maxAlertsPerMonth?: number | null;

  @Field(() => Int, { nullable: true })
  dataRetentionDays?: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Bytes over the gateways, measured this UTC month; null where nothing was measured.',
  })
  transferredBytes?: number | null;

  @Field(() => Int, { description: 'Kept, and not watched: the package allows no more.' })
  controllersBeyond!: number;

  @Field(() => Int, { description: 'Listed, and not watched: the package allows no more.' })
  devicesBeyond!: number;
}

@ObjectType({ description: 'What a team has subscribed to, and until when it is served.' })
export class TeamSubscription {
  @Field(() => SubscriptionState)
  state!: SubscriptionState;

  @Field({ description: 'Whether its networks are watched at the moment.' })
  isActive!: boolean;

  @Field(() => Package, { nullable: true, description: 'Whose limits hold; null without limits.' })
  package?: Package | null;

  @Field(() => GraphQLISODateTime, { nullable: true })
  trialEndsAt?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When service ends, or ended: with the trial, the grace or a cancellation. Null: no end.',
  })
  activeUntil?: Date | null;

  @Field(() => GraphQLISODateTime, { nullable: true })
  currentPeriodEnd?: Date | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When it ends, as it was cancelled.' })
  cancelAt?: Date | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Of a month, in the smallest unit of `currency`; null without a subscription.',
  })
  amount?: number | null;

  @Field(() => Currency, { nullable: true })
  currency?: Currency | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'What is taken off the next invoices, in the smallest unit of `currency`; null where there is nothing.',
  })
  creditLeft?: number | null;

  @Field(() => Package, {
    nullable: true,
    description: 'The package that a change, a first payment or a first card waits for.',
  })
  pendingPackage?: Package | null;

  @Field(() => CardInfo, { nullable: true })
  paymentMethod?: CardInfo | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'Since when a payment is missing.' })
  pastDueSince?: Date | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When the card is tried again.' })
  nextAttemptAt?: Date | null;

  @Field(() => String, { nullable: true })
  stripeSubscriptionId?: string | null;

  @Field({ description: 'Purchasing is switched on, and payments are set up.' })
  canPurchase!: boolean;
}
