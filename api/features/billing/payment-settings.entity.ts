import { Field, ObjectType, GraphQLISODateTime } from 'type-graphql';
import { Entity, Property } from '@mikro-orm/decorators/legacy';
import type { Sealed } from '#api/security/secrets.ts';
import { Singleton } from '#api/db/singleton.ts';

@ObjectType({ description: 'A difference between our data and Stripe.' })
export class BillingDrift {
  @Field({ description: 'Name of the team that has the subscription.' })
  teamName!: string;

  @Field({ description: 'Description of the difference.' })
  what!: string;

  @Field(() => String, { nullable: true, description: "Value stored here. `null` if it didn't exist." })
  stored!: string | null;

  @Field(() => String, { nullable: true, description: "Value in Stripe. `null` if it doesn't exist there." })
  atStripe!: string | null;

  @Field({ description: 'Whether the difference was fixed. If not, it needs attention.' })
  mended!: boolean;
}

/** Stripe keys, which are never returned, and whether purchasing is on. */
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

  /** Mode of the secret key: `true` is live, `false` is test. `null` without a key. */
  @Property({ type: 'boolean', nullable: true })
  livemode?: boolean | null;

  @Property({ type: 'boolean', default: false })
  purchasingEnabled!: boolean;

  /** Time of the last reconciliation. */
  @Property({ type: 'timestamptz', nullable: true })
  reconciledAt?: Date | null;

  /** Drift found by the last reconciliation. */
  @Property({ type: 'json', nullable: true, lazy: true })
  drift?: BillingDrift[] | null;
}

@ObjectType({ description: 'Settings that the web app needs to offer payment.' })
export class StripeConfig {
  @Field(() => String, {
    nullable: true,
    description: "Publishable key for Stripe.js. `null` if payments aren't set up.",
  })
  stripePublishableKey!: string | null;

  @Field({ description: 'Whether purchasing is on.' })
  purchasingEnabled!: boolean;
}

@ObjectType('PaymentSettings', { description: 'Stripe payment settings.' })
export class PaymentSettingsView extends StripeConfig {
  @Field(() => String, {
    nullable: true,
    description: 'Masked, with its last four characters. `null` if none is set.',
  })
  stripeSecretKey!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Masked like the secret key, with its last four characters. `null` if none is set.',
  })
  stripeWebhookSecret!: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: '`true` for live mode, `false` for test mode. `null` without a secret key.',
  })
  livemode!: boolean | null;

  @Field({ description: 'URL to send Stripe events to.' })
  webhookUrl!: string;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When all subscriptions were last compared with Stripe. `null` if they never were.',
  })
  reconciledAt!: Date | null;
}

@ObjectType({ description: 'Result of testing the Stripe key.' })
export class StripeTest {
  @Field({ description: 'Whether Stripe accepted the key.' })
  success!: boolean;

  @Field({ description: 'Details, or what went wrong and what to do.' })
  message!: string;
}
