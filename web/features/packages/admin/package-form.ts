import type * as yup from 'yup';
import type { PackageChanges, PackageInput, SoldPackageFieldsFragment } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { fieldsFor, yupFor } from '#web/lib/yup-for.ts';
import type { Submitted } from '#web/ui/Form.tsx';
import type { Unmasked } from '#web/lib/unmasked.ts';

export const SoldPackageFields = graphql(`
  fragment SoldPackageFields on Package {
    ...PackageFields
    stripePriceId
    stripePriceIdUsd
    isActive
    subscriberCount
  }
`);

export type AdminPackage = Unmasked<SoldPackageFieldsFragment>;

/** The form's values. A blank limit means its default. */
export type PackageValues = {
  name: string;
  description: string;
  price: string;
  currency: 'GBP' | 'USD';
  stripePriceId: string;
  stripePriceIdUsd: string;
  maxControllers: number | string;
  maxDevices: number | string;
  maxAlertsPerMonth: number | string;
  dataRetentionDays: number | string;
  features: readonly string[];
  isActive: boolean;
};

/** The value sent for a blank limit, as the specification documents. */
const usual = { maxControllers: -1, maxDevices: -1, maxAlertsPerMonth: 1000, dataRetentionDays: 30 };

export const currencies = [
  { value: 'GBP', label: 'GBP (£)' },
  { value: 'USD', label: 'USD ($)' },
];

/** The form's initial values. Unlimited shows as a blank field. */
export const toValues = (one?: AdminPackage): PackageValues => ({
  name: one?.name ?? '',
  description: one?.description ?? '',
  price: one?.price ?? '',
  currency: one?.currency ?? 'GBP',
  stripePriceId: one?.stripePriceId ?? '',
  stripePriceIdUsd: one?.stripePriceIdUsd ?? '',
  maxControllers: one && one.maxControllers > 0 ? String(one.maxControllers) : '',
  maxDevices: one && one.maxDevices > 0 ? String(one.maxDevices) : '',
  maxAlertsPerMonth: one ? String(one.maxAlertsPerMonth) : '',
  dataRetentionDays: one ? String(one.dataRetentionDays) : '',
  features: one?.features ?? [],
  isActive: one?.isActive ?? true,
});

/** The labels of the limits. */
export const limits = {
  maxControllers: 'Max controllers',
  maxDevices: 'Max devices',
  maxAlertsPerMonth: 'Max alerts per month',
  dataRetentionDays: 'Data retention (days)',
} as const;

/**
 * The schema's rules, plus the documented one: a paid package needs the Stripe price of its currency. Packages that
 * never had one, as on a new installation, can still be edited.
 */
export function rulesFor(saved: AdminPackage | undefined) {
  const fields = fieldsFor('PackageInput');
  const pounds = (form: PackageValues) => form.currency === 'GBP' && !form.stripePriceId;
  const dollars = (form: PackageValues) =>
    form.currency === 'USD' && !form.stripePriceId && !form.stripePriceIdUsd;
  const needed = (form: PackageValues) =>
    Number(form.price) !== 0 && !(saved && isAsBefore(form, toValues(saved)));
  const missing = (message: string, isMissing: typeof needed) => ({
    message,
    test: (_value: unknown, { parent }: yup.TestContext) => !(needed(parent) && isMissing(parent)),
  });
  const whole = (name: keyof typeof limits) => fields[name].integer(`${limits[name]} must be a whole number`);
  return yupFor('PackageInput').shape({
    maxControllers: whole('maxControllers'),
    maxDevices: whole('maxDevices'),
    maxAlertsPerMonth: whole('maxAlertsPerMonth'),
    dataRetentionDays: whole('dataRetentionDays'),
    stripePriceId: fields.stripePriceId.test(missing('Stripe price ID is required', pounds)),
    stripePriceIdUsd: fields.stripePriceIdUsd.test(missing('Stripe price ID (USD) is required', dollars)),
  });
}

export type SubmittedPackage = Submitted<PackageValues, yup.InferType<ReturnType<typeof rulesFor>>>;

function isAsBefore(form: PackageValues, before: PackageValues): boolean {
  const names = ['price', 'currency', 'stripePriceId', 'stripePriceIdUsd'] as const;
  return names.every((name) => (form[name] ?? '') === before[name]);
}

/** The input to send: a whole package, so that cleared fields are sent as empty. */
export function toInput({ features, ...form }: PackageValues | SubmittedPackage): PackageInput {
  const limit = (name: keyof typeof usual) => {
    const typed = String(form[name] ?? '').trim();
    return typed === '' ? usual[name] : Number(typed);
  };
  return {
    name: form.name,
    description: form.description ?? '',
    price: String(form.price),
    currency: form.currency,
    stripePriceId: form.stripePriceId || null,
    stripePriceIdUsd: form.stripePriceIdUsd || null,
    maxControllers: limit('maxControllers'),
    maxDevices: limit('maxDevices'),
    maxAlertsPerMonth: limit('maxAlertsPerMonth'),
    dataRetentionDays: limit('dataRetentionDays'),
    features: [...features],
    isActive: form.isActive,
  };
}

/** Sends only what was changed since the form opened, so that other people's changes aren't overwritten. */
export function toChanges(form: SubmittedPackage, opened: PackageValues): PackageChanges {
  // 30 and 30.00 are the same price.
  const sent = (values: PackageValues | SubmittedPackage) =>
    toInput({ ...values, price: String(Number(values.price)) });
  const before: Record<string, unknown> = { ...sent(opened) };
  const isOther = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name]);
  return Object.fromEntries(Object.entries(sent(form)).filter(isOther));
}

/** The card's values for the preview. */
export function toOffer(form: PackageValues) {
  const { name, description, price, currency, features, ...limited } = toInput(form);
  const isPrice = /^\d{1,8}(\.\d{1,2})?$/.test(String(price));
  const kept = features?.filter((line) => line.trim()) ?? [];
  return {
    ...limited,
    id: 'preview',
    name: name?.trim() || 'New package',
    description: description ?? '',
    price: isPrice ? String(Number(price)) : '0',
    currency: currency ?? 'GBP',
    features: [...new Set(kept)],
    maxControllers: limited.maxControllers ?? usual.maxControllers,
    maxDevices: limited.maxDevices ?? usual.maxDevices,
    maxAlertsPerMonth: limited.maxAlertsPerMonth ?? usual.maxAlertsPerMonth,
    dataRetentionDays: limited.dataRetentionDays ?? usual.dataRetentionDays,
  };
}
