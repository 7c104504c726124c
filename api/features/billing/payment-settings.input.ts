import { MaxLength, ValidateIf } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { IsOneLine } from '#api/graphql/schema/rules.ts';

/** Only what is given is checked: a blank text means the saved one. */
const given = (value: unknown) => typeof value === 'string' && value.trim() !== '';

/** Stripe's keys (specification 2, section 5). Their shapes are checked with those that are saved. */
@InputType({
  description: "Stripe's keys. Absent, blank, or masked as it was answered: the saved one stays.",
})
export class PaymentSettingsInput {
  @Field(() => String, { nullable: true, description: '`pk_…`; absent or blank: the saved one stays.' })
  @ValidateIf((_, value) => given(value))
  @IsOneLine({ message: 'Publishable key must be on one line' })
  @MaxLength(300, { message: 'Publishable key must be 300 characters or less' })
  publishableKey?: string | null;

  @Field(() => String, {
    nullable: true,
    description: '`sk_…`, or a restricted one: `rk_…`; absent or blank: the saved one stays.',
  })
  @ValidateIf((_, value) => given(value))
  @IsOneLine({ message: 'Secret key must be on one line' })
  @MaxLength(300, { message: 'Secret key must be 300 characters or less' })
  secretKey?: string | null;

  @Field(() => String, {
    nullable: true,
    description: '`whsec_…`; several with blanks between them, where one is being replaced.',
  })
  @ValidateIf((_, value) => given(value))
  @IsOneLine({ message: 'Webhook secret must be on one line' })
  @MaxLength(500, { message: 'Webhook secret must be 500 characters or less' })
  webhookSecret?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Takes all saved keys away.' })
  removeKeys?: boolean | null;
}
