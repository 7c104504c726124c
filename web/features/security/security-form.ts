import type * as yup from 'yup';
import type { SecuritySettingsFieldsFragment, SecuritySettingsInput } from '#web/gql/graphql.ts';
import type { Submitted } from '#web/ui/Form.tsx';
import { changedFields } from '#web/lib/changed-fields.ts';
import { fieldsFor, wholeNumber, yupFor } from '#web/lib/yup-for.ts';

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
  shareOutageHints: boolean;
};

/** The labels of the policy's number fields. */
export const figures = {
  sessionTimeout: 'Session timeout',
  maxLoginAttempts: 'Max login attempts',
  lockoutDuration: 'Lockout duration',
  passwordMinLength: 'Minimum password length',
  apiTokenMaxDays: 'Maximum API token lifetime',
} as const;

const fields = fieldsFor('SecuritySettingsInput');

/** The schema's bounds. Here a blank field is an error rather than "unchanged". */
export const rules = yupFor('SecuritySettingsInput').shape({
  sessionTimeout: wholeNumber(fields.sessionTimeout, figures.sessionTimeout),
  maxLoginAttempts: wholeNumber(fields.maxLoginAttempts, figures.maxLoginAttempts),
  lockoutDuration: wholeNumber(fields.lockoutDuration, figures.lockoutDuration),
  passwordMinLength: wholeNumber(fields.passwordMinLength, figures.passwordMinLength),
  apiTokenMaxDays: wholeNumber(fields.apiTokenMaxDays, figures.apiTokenMaxDays),
});

/** The form's initial values. */
export function toValues(policy: SecuritySettingsFieldsFragment): PolicyValues {
  const { sessionTimeout, maxLoginAttempts, lockoutDuration, requireTwoFactor } = policy;
  const { passwordMinLength, passwordRequireSpecial, apiTokenMaxDays, allowedIpRanges } = policy;
  const { shareOutageHints } = policy;
  return {
    sessionTimeout,
    maxLoginAttempts,
    lockoutDuration,
    requireTwoFactor,
    passwordMinLength,
    passwordRequireSpecial,
    apiTokenMaxDays,
    allowedIpRanges,
    shareOutageHints,
  };
}

/** Only the changed fields, because another administrator may be changing the rest. */
export const toInput = (
  values: Submitted<PolicyValues, yup.InferType<typeof rules>>,
  policy: SecuritySettingsFieldsFragment,
): SecuritySettingsInput => changedFields(toValues(policy), values);
