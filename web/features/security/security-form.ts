import * as yup from 'yup';
import type { SecuritySettingsFieldsFragment, SecuritySettingsInput } from '#web/gql/graphql.ts';
import { yupFor } from '#web/lib/yup-for.ts';

/** The form's values. A number field is a string while it's blank. */
export type PolicyValues = {
  sessionTimeout: number | string;
  maxLoginAttempts: number | string;
  lockoutDuration: number | string;
  requireTwoFactor: boolean;
  passwordMinLength: number | string;
  passwordRequireSpecial: boolean;
  apiTokenMaxDays: number | string;
  allowedIpRanges: readonly string[];
};

/** The labels of the policy's number fields. */
export const figures = {
  sessionTimeout: 'Session timeout',
  maxLoginAttempts: 'Max login attempts',
  lockoutDuration: 'Lockout duration',
  passwordMinLength: 'Minimum password length',
  apiTokenMaxDays: 'Maximum API token lifetime',
} as const;

const fromSchema = yupFor('SecuritySettingsInput');

/** The schema's bounds. Here a blank field is an error rather than "unchanged". */
export const rules = fromSchema.shape(
  Object.fromEntries(
    Object.entries(figures).map(([name, label]) => {
      const known = fromSchema.fields[name as keyof typeof figures] as yup.NumberSchema;
      const sentence = `${label} must be a whole number`;
      return [name, known.required(`${label} is required`).typeError(sentence).integer(sentence)];
    }),
  ),
) as yup.ObjectSchema<object>;

/** The form's initial values. */
export function toValues(policy: SecuritySettingsFieldsFragment): PolicyValues {
  const { sessionTimeout, maxLoginAttempts, lockoutDuration, requireTwoFactor } = policy;
  const { passwordMinLength, passwordRequireSpecial, apiTokenMaxDays, allowedIpRanges } = policy;
  return {
    sessionTimeout,
    maxLoginAttempts,
    lockoutDuration,
    requireTwoFactor,
    passwordMinLength,
    passwordRequireSpecial,
    apiTokenMaxDays,
    allowedIpRanges,
  };
}

/** Only the changed fields, because another administrator may be changing the rest. */
export function toInput(values: PolicyValues, policy: SecuritySettingsFieldsFragment): SecuritySettingsInput {
  const before = toValues(policy);
  const changed = Object.entries(values).filter(
    ([name, value]) => String(value) !== String(before[name as keyof PolicyValues]),
  );
  return Object.fromEntries(changed) as SecuritySettingsInput;
}
