import { Field, GraphQLISODateTime, ObjectType } from 'type-graphql';

/** What the web must know to offer payment. */
@ObjectType({ description: 'What the web must know to offer payment.' })
export class StripeConfig {
  @Field(() => String, {
    nullable: true,
    description: "What Stripe's script in the browser takes. Null: payments are not set up.",
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
    description: 'Its last four characters behind dots, like the secret key. Null: none is set.',
  })
  stripeWebhookSecret!: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Real money, or test mode; null without a secret key.',
  })
  livemode!: boolean | null;

  @Field({ description: "Where Stripe's events are to be sent." })
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
