import type { PaymentSettingsFieldsFragment, PaymentSettingsInput } from '#web/gql/graphql.ts';
import { yupFor } from '#web/lib/yup-for.ts';

/** The form's values; `saves` counts, so that the form begins anew after each save. */
export type KeyValues = {
  publishableKey?: string;
  secretKey?: string;
  webhookSecret?: string;
  saves: number;
};

export const keyRules = yupFor('PaymentSettingsInput');

/** Secrets never come back: their fields begin empty. */
export const toValues = (
  { stripePublishableKey }: PaymentSettingsFieldsFragment,
  saves: number,
): KeyValues => ({
  publishableKey: stripePublishableKey ?? '',
  secretKey: '',
  webhookSecret: '',
  saves,
});

export const toInput = ({ publishableKey, secretKey, webhookSecret }: KeyValues): PaymentSettingsInput => ({
  publishableKey,
  secretKey,
  webhookSecret,
});
