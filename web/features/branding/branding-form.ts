import type { PlatformBrandingFieldsFragment, PlatformBrandingInput } from '#web/gql/graphql.ts';
import { fieldsFor, yupFor } from '#web/lib/yup-for.ts';

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

/** The schema's bounds. Here a blank field is an error rather than "unchanged". */
export const rules = yupFor('PlatformBrandingInput').shape({
  platformName: fieldsFor('PlatformBrandingInput').platformName.required('Platform name is required'),
});

/** The form's initial values. */
export const toValues = (branding: PlatformBrandingFieldsFragment): BrandingValues => ({
  platformName: branding.platformName,
  companyName: branding.companyName,
  supportEmail: branding.supportEmail ?? '',
  logoUrl: branding.logoUrl ?? '',
  faviconUrl: branding.faviconUrl ?? '',
  primaryColor: branding.primaryColor,
  secondaryColor: branding.secondaryColor,
  footerText: branding.footerText,
  customCss: branding.customCss,
});

const mayBeNone: readonly string[] = ['supportEmail', 'logoUrl', 'faviconUrl'];

/** The input to send. Cleared optional fields are `null`. */
export const toInput = (changed: Partial<BrandingValues>): PlatformBrandingInput =>
  Object.fromEntries(
    Object.entries(changed).map(([name, value]) => [
      name,
      value === '' && mayBeNone.includes(name) ? null : value,
    ]),
  );
