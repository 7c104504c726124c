import * as yup from 'yup';
import type { PlatformBrandingFieldsFragment, PlatformBrandingInput } from '#web/gql/graphql.ts';
import { yupFor } from '#web/lib/yup-for.ts';

/** The form's values. Unset ones are empty. */
export type BrandingValues = Record<keyof typeof labels, string>;

/** The labels of the fields, which the history uses too. */
export const labels = {
  platformName: 'Platform name',
  companyName: 'Company name',
  supportEmail: 'Support email',
  logoUrl: 'Logo',
  faviconUrl: 'Favicon',
  primaryColor: 'Primary color',
  secondaryColor: 'Secondary color',
  footerText: 'Footer text',
  customCss: 'Custom CSS',
} as const;

const fromSchema = yupFor('PlatformBrandingInput');

/** The schema's bounds. Here a blank field is an error rather than "unchanged". */
export const rules = fromSchema.shape({
  platformName: (fromSchema.fields.platformName as yup.StringSchema).required('Platform name is required'),
}) as yup.ObjectSchema<object>;

/** The form's initial values. */
export const toValues = (branding: PlatformBrandingFieldsFragment): BrandingValues =>
  Object.fromEntries(
    Object.keys(labels).map((name) => [name, branding[name as keyof BrandingValues] ?? '']),
  ) as BrandingValues;

const mayBeNone: readonly string[] = ['supportEmail', 'logoUrl', 'faviconUrl'];

/** The input to send. Cleared optional fields are `null`. */
export const toInput = (changed: Partial<BrandingValues>): PlatformBrandingInput =>
  Object.fromEntries(
    Object.entries(changed).map(([name, value]) => [
      name,
      value === '' && mayBeNone.includes(name) ? null : value,
    ]),
  );
