import * as yup from 'yup';
import type { EmailSettingsFieldsFragment, EmailSettingsInput } from '#web/gql/graphql.ts';
import { yupFor } from '#web/lib/yup-for.ts';

/** The form's values. `saves` resets the form after each save. */
export type SenderValues = {
  apiKey?: string;
  fromEmail: string;
  fromName: string;
  isActive: boolean;
  saves: number;
};

/** The schema's rules. A key is required until one is saved. */
export const senderRules = (hasKey: boolean): yup.ObjectSchema<object> => {
  const rules = yupFor('EmailSettingsInput');
  if (hasKey) return rules;
  const apiKey = rules.fields.apiKey as yup.StringSchema;
  return rules.shape({ apiKey: apiKey.required('API key is required') });
};

export const toValues = (
  { fromEmail, fromName, isActive }: EmailSettingsFieldsFragment,
  saves: number,
): SenderValues => ({ apiKey: '', fromEmail, fromName, isActive, saves });

export const toInput = ({ apiKey, fromEmail, fromName, isActive }: SenderValues): EmailSettingsInput => ({
  apiKey,
  fromEmail,
  fromName,
  isActive,
});
