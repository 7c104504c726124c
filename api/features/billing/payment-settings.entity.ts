import { Field, ObjectType, GraphQLISODateTime } from 'type-graphql';
import { Entity, Property } from '@mikro-orm/decorators/legacy';
import type { Sealed } from '#api/security/secrets.ts';
import { Singleton } from '#api/db/singleton.ts';

/** Something that was another here than at Stripe. */
@ObjectType({ description: 'Something that was another here than at Stripe.' })
export class BillingDrift {
  @Field({ description: 'Name of the team that has the subscription.' })
  teamName!: string;

  @Field({ description: 'What it was, in words.' })
  what!: string;

  @Field(() => String, { nullable: true, description: "Value stored here. `null` if it didn't exist." })
  stored!: string | null;

  @Field(() => String, { nullable: true, description: "Value in Stripe. `null` if it doesn't exist there." })
  atStripe!: string | null;

  @Field({ description: 'Whether the difference was fixed. If not, it needs attention.' })
  mended!: boolean;
}

/** How the operator is paid: Stripe's keys, which are never sent back, and whether anything is sold. */
@Entity()
export class PaymentSettings extends Singleton {
  @Property({ type: 'text', nullable: true })
  publishableKey?: string | null;

  @Property({ type: 'text', nullable: true, lazy: true })
  secretKey?: Sealed | null;

  @Property({ type: 'text', nullable: true })
  secretKeyTail?: string | null;

  @Property({ type: 'text', nullable: true, lazy: true })
  webhookSecret?: Sealed | null;

  @Property({ type: 'text', nullable: true })
  webhookSecretTail?: string | null;

  /** By the secret key: real money, or Stripe's test mode. Null without a key. */
  @Property({ type: 'boolean', nullable: true })
  livemode?: boolean | null;

  @Property({ type: 'boolean', default: false })
  purchasingEnabled!: boolean;

  /** When all subscriptions were last compared with Stripe. */
  @Property({ type: 'timestamptz', nullable: true })
  reconciledAt?: Date | null;

  /** What that comparison found. */
  @Property({ type: 'json', nullable: true, lazy: true })
  drift?: BillingDrift[] | null;
}

/** What the web must know to offer payment. */
@ObjectType({ description: 'What the web must know to offer payment.' })
export class StripeConfig {
  @Field(() => String, {
    nullable: true,
    description: "Publishable key for Stripe.js. `null` if payments aren't set up.",
  })
  stripePublishableKey!: string | null;

  @Field({ description: 'Whether anything is sold.' })
  purchasingEnabled!: boolean;
}

/** How the operator is paid, as administrators see it. */
@ObjectType('PaymentSettings', { description: 'How the operator is paid.' })
export class PaymentSettingsView extends StripeConfig {
  @Field(() => String, {
    nullable: true,
    description: 'Its last four characters behind dots; it is never sent back. Null: none is set.',
  })
  stripeSecretKey!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Masked like the secret key, with its last four characters. `null` if none is set.',
  })
  stripeWebhookSecret!: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Real money, or test mode; null without a secret key.',
  })
  livemode!: boolean | null;

  @Field({ description: 'URL to send Stripe events to.' })
  webhookUrl!: string;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When all subscriptions were last compared with Stripe; null before the first time.',
  })
  reconciledAt!: Date | null;
}

/** What came of asking Stripe. */
@ObjectType({ description: 'What came of asking Stripe.' })
export class StripeTest {
  @Field({ description: 'Stripe took the key.' })
  success!: boolean;

  @Field({ description: 'What was found, or what went wrong and what to do.' })
  message!: string;
}
