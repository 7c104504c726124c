import * as yup from 'yup';
import type { PlatformBrandingFieldsFragment, PlatformBrandingInput } from '#web/gql/graphql.ts';
import { yupFor } from '#web/lib/yup-for.ts';

/** The form's values: what is not set is an empty text. */
export type BrandingValues = Record<keyof typeof labels, string>;

/** What the form calls its fields; the history calls them the same. */
export const labels = {
  platformName: 'Platform name',
  companyName: 'Company name',
  supportEmail: 'Support email',
  logoUrl: 'Logo',
  faviconUrl: 'Favicon',
  primaryColor: 'Primary colour',
  secondaryColor: 'Secondary colour',
  footerText: 'Footer text',
  customCss: 'Custom CSS',
} as const;

const fromSchema = yupFor('PlatformBrandingInput');

/** The schema's bounds; an emptied box is no "leave it as it is" here. */
export const rules = fromSchema.shape({
  platformName: (fromSchema.fields.platformName as yup.StringSchema).required('Platform name is required'),
}) as yup.ObjectSchema<object>;

/** The branding as the form shows it. */
export const toValues = (branding: PlatformBrandingFieldsFragment): BrandingValues =>
  Object.fromEntries(
    Object.keys(labels).map((name) => [name, branding[name as keyof BrandingValues] ?? '']),
  ) as BrandingValues;

const mayBeNone: readonly string[] = ['supportEmail', 'logoUrl', 'faviconUrl'];

/** What the server takes: what may be none is none where it was emptied. */
export const toInput = (changed: Partial<BrandingValues>): PlatformBrandingInput =>
  Object.fromEntries(
    Object.entries(changed).map(([name, value]) => [
      name,
      value === '' && mayBeNone.includes(name) ? null : value,
    ]),
  );
