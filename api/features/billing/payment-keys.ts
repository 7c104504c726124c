import type { FieldErrors } from '#api/lib/errors.ts';

/** Keys as an administrator has entered them; undefined: the saved one stays. */
export interface GivenKeys {
  publishableKey?: string;
  secretKey?: string;
  webhookSecret?: string;
}

/** Several may hold at once, one behind another: of two endpoints, or while one is being replaced. */
export function secretsIn(webhookSecret: string | null | undefined): string[] {
  return (webhookSecret ?? '').split(/[\s,]+/).filter(Boolean);
}

/** Real money, or test mode; undefined for what is no key. */
export function modeOf(key: string | null | undefined): boolean | undefined {
  const [, mode] = /^[a-z]+_(test|live)_/.exec(key ?? '') ?? [];
  return mode === undefined ? undefined : mode === 'live';
}

/** Sentences for keys that cannot be right, given those that will be there together. */
export function wrongKeys({ publishableKey, secretKey, webhookSecret }: GivenKeys): FieldErrors {
  const fields: FieldErrors = {};
  if (publishableKey && !/^pk_(test|live)_\w+$/.test(publishableKey))
    fields['publishableKey'] = 'Publishable key must begin with pk_test_ or pk_live_';
  if (secretKey && !/^[sr]k_(test|live)_\w+$/.test(secretKey))
    fields['secretKey'] = 'Secret key must begin with sk_test_, sk_live_, rk_test_ or rk_live_';
  if (!secretsIn(webhookSecret).every((secret) => /^whsec_[\w+/=-]+$/.test(secret)))
    fields['webhookSecret'] = 'Webhook secret must begin with whsec_';
  if (Object.keys(fields).length === 0 && publishableKey && secretKey) {
    if (modeOf(publishableKey) !== modeOf(secretKey))
      fields['secretKey'] = 'Both keys must be of the same mode: test or live';
  }
  return fields;
}
