import { MaxLength, ValidateIf } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { IsOneLine } from '#api/graphql/schema/texts.ts';
import type { FieldErrors } from '#api/lib/errors.ts';

/** Blank means the saved value stays, so only non-blank values are checked. */
const given = (value: unknown) => typeof value === 'string' && value.trim() !== '';

/** Stripe's keys (specification 2, section 5). Their shapes are checked with those that are saved. */
@InputType({
  description: 'Stripe keys. If omitted, blank or masked, the saved key stays.',
})
export class PaymentSettingsInput {
  @Field(() => String, {
    nullable: true,
    description: 'Publishable key (`pk_…`). If omitted or blank, the saved one stays.',
  })
  @ValidateIf((_, value) => given(value))
  @IsOneLine({ message: 'Publishable key must be on one line' })
  @MaxLength(300, { message: 'Publishable key must be 300 characters or less' })
  publishableKey?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Secret key (`sk_…`) or restricted key (`rk_…`). If omitted or blank, the saved one stays.',
  })
  @ValidateIf((_, value) => given(value))
  @IsOneLine({ message: 'Secret key must be on one line' })
  @MaxLength(300, { message: 'Secret key must be 300 characters or less' })
  secretKey?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Signing secrets (`whsec_…`), separated by spaces while one is being replaced.',
  })
  @ValidateIf((_, value) => given(value))
  @IsOneLine({ message: 'Webhook secret must be on one line' })
  @MaxLength(500, { message: 'Webhook secret must be 500 characters or less' })
  webhookSecret?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Removes all saved keys.' })
  removeKeys?: boolean | null;
}

/** Keys that an administrator entered. `undefined` keeps the saved one. */
export interface EnteredKeys {
  publishableKey?: string;
  secretKey?: string;
  webhookSecret?: string;
}

/** Several secrets can be valid at once: for two endpoints, or while one is being rotated. */
export function secretsIn(webhookSecret: string | null | undefined): string[] {
  return (webhookSecret ?? '').split(/[\s,]+/).filter(Boolean);
}

/** Mode of a key: `true` is live, `false` is test, `undefined` if it isn't a key. */
export function modeOf(key: string | null | undefined): boolean | undefined {
  const [, mode] = /^[a-z]+_(test|live)_/.exec(key ?? '') ?? [];
  return mode === undefined ? undefined : mode === 'live';
}

/** Errors in the keys that would be saved together. */
export function keyErrors({ publishableKey, secretKey, webhookSecret }: EnteredKeys): FieldErrors {
  const fields: FieldErrors = {};
  if (publishableKey && !/^pk_(test|live)_\w+$/.test(publishableKey))
    fields['publishableKey'] = 'Publishable key must begin with pk_test_ or pk_live_';
  if (secretKey && !/^[sr]k_(test|live)_\w+$/.test(secretKey))
    fields['secretKey'] = 'Secret key must begin with sk_test_, sk_live_, rk_test_ or rk_live_';
  if (!secretsIn(webhookSecret).every((secret) => /^whsec_[\w+/=-]+$/.test(secret)))
    fields['webhookSecret'] = 'Webhook secret must begin with whsec_';
  if (Object.keys(fields).length === 0 && publishableKey && secretKey) {
    if (modeOf(publishableKey) !== modeOf(secretKey))
      fields['secretKey'] = 'Both keys must be from the same mode: test or live';
  }
  return fields;
}
