import type {
  FooterFieldsFragment,
  HomepageFieldsFragment,
  SiteBrandingFieldsFragment,
  WebsiteContentQuery,
} from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { fieldsFor, wholeNumber, yupFor } from '#web/lib/yup-for.ts';
import type { Unmasked } from '#web/lib/unmasked.ts';

export const SiteBrandingFields = graphql(`
  fragment SiteBrandingFields on SiteBranding {
    siteName
    logoUrl
    faviconUrl
    logoWidth
    logoHeight
    primaryColor
    secondaryColor
    accentColor
    customCss
  }
`);

/** The branding form's values, without images, which are saved on upload. Numbers are strings while they're typed. */
export type BrandingValues = Omit<
  SiteBrandingFieldsFragment,
  'logoUrl' | 'faviconUrl' | 'logoWidth' | 'logoHeight'
> & { logoWidth: number | string; logoHeight: number | string };

export const brandingLabels = {
  siteName: 'Site name',
  logoUrl: 'Logo',
  faviconUrl: 'Favicon',
  logoWidth: 'Logo width (pixels)',
  logoHeight: 'Logo height (pixels)',
  primaryColor: 'Primary color',
  secondaryColor: 'Secondary color',
  accentColor: 'Accent color',
  customCss: 'Custom CSS',
};

export const homepageLabels: Record<keyof Unmasked<HomepageFieldsFragment>, string> = {
  heroTitle: 'Hero title',
  heroSubtitle: 'Hero subtitle',
  heroCtaPrimary: 'Hero primary button',
  heroCtaSecondary: 'Hero secondary button',
  heroFeatures: 'Hero features',
  statsUsersCount: 'Users count',
  statsUsersLabel: 'Users label',
  statsAlertsCount: 'Alerts count',
  statsAlertsLabel: 'Alerts label',
  statsUptimeCount: 'Uptime count',
  statsUptimeLabel: 'Uptime label',
  finalCtaTitle: 'Final title',
  finalCtaSubtitle: 'Final subtitle',
  finalCtaPrimary: 'Final primary button',
  finalCtaSecondary: 'Final secondary button',
  finalCtaFeatures: 'Final features',
};

export const footerLabels: Record<keyof Unmasked<FooterFieldsFragment>, string> = {
  companyName: 'Company name',
  description: 'Description',
  copyrightText: 'Copyright text',
  showSocialLinks: 'Show social links',
  showQuickLinks: 'Show quick links',
  showCompanyInfo: 'Show company info',
};

export const itemLabels = {
  title: 'Title',
  platform: 'Platform',
  url: 'URL',
  order: 'Order',
  isExternal: 'Opens in a new tab',
  isVisible: 'Visible',
};

export const platforms = {
  twitter: 'Twitter',
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
  instagram: 'Instagram',
  github: 'GitHub',
  youtube: 'YouTube',
};

const { siteName, logoWidth, logoHeight, primaryColor, secondaryColor, accentColor } =
  fieldsFor('SiteBrandingInput');
const noColor = 'Enter the color as # and six digits, such as #2563eb';

// Omitted fields keep their stored value, so a field that can't be empty needs a rule here.
export const brandingRules = yupFor('SiteBrandingInput').shape({
  siteName: siteName.required('Site name is required'),
  logoWidth: wholeNumber(logoWidth, 'Logo width'),
  logoHeight: wholeNumber(logoHeight, 'Logo height'),
  primaryColor: primaryColor.required(noColor),
  secondaryColor: secondaryColor.required(noColor),
  accentColor: accentColor.required(noColor),
});

export const homepageRules = yupFor('HomepageInput').shape({
  heroTitle: fieldsFor('HomepageInput').heroTitle.required('Hero title is required'),
});

export const footerRules = yupFor('FooterInput').shape({
  companyName: fieldsFor('FooterInput').companyName.required('Company name is required'),
});

/** The form's initial values. */
export function toBrandingValues(branding: SiteBrandingFieldsFragment): BrandingValues {
  const { siteName, logoWidth, logoHeight, primaryColor, secondaryColor, accentColor, customCss } = branding;
  return { siteName, logoWidth, logoHeight, primaryColor, secondaryColor, accentColor, customCss };
}

/** Without Apollo's `__typename`. */
export function withoutTypename<T extends object>(thing: T): Omit<T, '__typename'> {
  return Object.fromEntries(Object.entries(thing).filter(([name]) => name !== '__typename')) as T;
}

export type Content = Unmasked<WebsiteContentQuery>;

/** The props of every tab: the preview's data, and a function to refetch it. */
export type TabProps = { content: Content; reload: () => Promise<{ data?: Content }> };

export type MenuItem = Content['allMenuItems'][number];

export type SocialLink = Content['allSocialLinks'][number];

/** The props of a link's dialog. */
export type ListDialogProps<T> = Pick<TabProps, 'reload'> & {
  /** The link to edit. Left out to create one. */
  item?: T;
  items: readonly T[];
  /** The list's version when the dialog opened. */
  version: number;
  onClose: () => void;
};
