import { Entity, Enum, Index, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType, ArgsType } from 'type-graphql';
import { Max, MaxLength, Min, ValidateIf } from 'class-validator';

export enum StripeEventStatus {
  received = 'received',
  applied = 'applied',
  ignored = 'ignored',
  failed = 'failed',
}
registerEnumType(StripeEventStatus, {
  name: 'StripeEventStatus',
  description: 'Status of a Stripe event.',
  valuesConfig: {
    received: { description: 'Stored, but not applied yet.' },
    applied: { description: 'Its object was read from Stripe and stored.' },
    ignored: { description: 'Not relevant: another type, customer or mode.' },
    failed: { description: 'Applying it failed. `failure` says why.' },
  },
});

/**
 * An event received from Stripe, stored once however often it was delivered. We only keep the ID of the
 * changed object, because its state is read again from Stripe.
 */
@ObjectType({ description: 'An event received from Stripe.' })
@Entity()
export class StripeEvent {
  @Field(() => ID, { description: 'Our own UUID, for `replayStripeEvent`.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Field({ description: "Stripe's event ID (`evt_…`)." })
  @Unique()
  @Property({ type: 'text' })
  stripeId!: string;

  @Field({ description: "Stripe's event type, such as `invoice.paid`." })
  @Property({ type: 'text' })
  type!: string;

  @Field({ description: "Whether it's a live-mode event. `false` in test mode." })
  @Property({ type: 'boolean' })
  livemode!: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      'ID of the changed object, such as `sub_…` or `in_…`. `null` if it has none, such as an upcoming invoice.',
  })
  @Property({ type: 'text', nullable: true })
  objectId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Stripe customer ID (`cus_…`). `null` if it isn't about a customer.",
  })
  @Property({ type: 'text', nullable: true })
  customerId?: string | null;

  @Field(() => StripeEventStatus, { description: 'Whether it has been applied.' })
  @Enum({ items: () => StripeEventStatus, default: StripeEventStatus.received })
  status: StripeEventStatus = StripeEventStatus.received;

  @Field(() => String, {
    nullable: true,
    description: "Why it wasn't applied. `null` if it was or is pending.",
  })
  @Property({ type: 'text', nullable: true })
  failure?: string | null;

  @Field(() => Int, { description: 'Number of attempts to apply it.' })
  @Property({ type: 'integer', default: 0 })
  attempts: number = 0;

  @Field(() => GraphQLISODateTime, { description: 'When it happened, according to Stripe.' })
  @Property({ type: 'timestamptz' })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { description: 'When we first received it.' })
  @Index()
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  receivedAt: Date = new Date();

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "When it was applied. `null` if it hasn't been.",
  })
  @Property({ type: 'timestamptz', nullable: true })
  appliedAt?: Date | null;
}

@ArgsType()
export class StripeEventSearch {
  @Field(() => StripeEventStatus, {
    nullable: true,
    description: 'Only events with this status. `null` means all.',
  })
  status?: StripeEventStatus | null;

  @Field(() => String, {
    nullable: true,
    description: 'Search words, each of which must be in the type, a Stripe ID or the error.',
  })
  @MaxLength(200, { message: 'Search must be 200 characters or less' })
  search?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether to sort oldest first instead of newest.' })
  oldestFirst?: boolean | null;
}

@ArgsType()
export class StripeEventsArgs extends StripeEventSearch {
  @Field(() => ID, { nullable: true, description: 'ID of the last event on the previous page.' })
  after?: string | null;

  @Field(() => Int, { nullable: true, description: 'Page size, 50 by default, up to 200.' })
  @ValidateIf((_, value) => value !== null && value !== undefined)
  @Min(1, { message: '`first` must be 1 or more' })
  @Max(200, { message: '`first` must be 200 or less' })
  first?: number | null;
}
