import type { EmailSettingsFieldsFragment, EmailSettingsInput } from '#web/gql/graphql.ts';
import { fieldsFor, yupFor } from '#web/lib/yup-for.ts';

/** The form's values. `saves` resets the form after each save. */
export type SenderValues = {
  apiKey?: string;
  fromEmail: string;
  fromName: string;
  isActive: boolean;
  saves: number;
};

const rules = yupFor('EmailSettingsInput');

/** The schema's rules. A key is required until one is saved. */
export const senderRules = (hasKey: boolean) =>
  hasKey
    ? rules
    : rules.shape({ apiKey: fieldsFor('EmailSettingsInput').apiKey.required('API key is required') });

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
