import * as yup from 'yup';
import type {
  FooterFieldsFragment,
  HomepageFieldsFragment,
  SiteBrandingFieldsFragment,
  WebsiteContentQuery,
} from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { yupFor } from '#web/lib/yup-for.ts';

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

/** What the form of the branding holds: pictures are saved as they are uploaded. A figure is text while it is typed. */
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
  primaryColor: 'Primary colour',
  secondaryColor: 'Secondary colour',
  accentColor: 'Accent colour',
  customCss: 'Custom CSS',
};

export const homepageLabels: Record<keyof HomepageFieldsFragment, string> = {
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

export const footerLabels: Record<keyof FooterFieldsFragment, string> = {
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

type Schema = yup.ObjectSchema<Record<string, unknown>>;

/** To leave a field out means to leave it as it is; in a form an empty box means nothing of the sort. */
function needing(schema: Schema, sentences: Record<string, string>): yup.ObjectSchema<object> {
  return schema.shape(
    Object.fromEntries(
      Object.entries(sentences).map(([name, sentence]) => [
        name,
        (schema.fields[name] as yup.StringSchema).required(sentence),
      ]),
    ),
  );
}

function figure(schema: Schema, name: string, label: string): yup.ObjectSchema<object> {
  const whole = `${label} must be a whole number`;
  const known = schema.fields[name] as yup.NumberSchema;
  return schema.shape({ [name]: known.required(`${label} is required`).typeError(whole).integer(whole) });
}

const noColour = 'Write the colour as # and six digits, such as #2563eb';

export const brandingRules = needing(
  figure(
    figure(yupFor('SiteBrandingInput') as Schema, 'logoWidth', 'Logo width') as Schema,
    'logoHeight',
    'Logo height',
  ) as Schema,
  {
    siteName: 'Site name is required',
    primaryColor: noColour,
    secondaryColor: noColour,
    accentColor: noColour,
  },
);

export const homepageRules = needing(yupFor('HomepageInput') as Schema, {
  heroTitle: 'Hero title is required',
});

export const footerRules = needing(yupFor('FooterInput') as Schema, {
  companyName: 'Company name is required',
});

/** The branding as its form shows it. */
export function toBrandingValues(branding: SiteBrandingFieldsFragment): BrandingValues {
  const { siteName, logoWidth, logoHeight, primaryColor, secondaryColor, accentColor, customCss } = branding;
  return { siteName, logoWidth, logoHeight, primaryColor, secondaryColor, accentColor, customCss };
}

/** Without what the client adds to tell one kind of thing from another. */
export function withoutTypename<T extends object>(thing: T): Omit<T, '__typename'> {
  return Object.fromEntries(Object.entries(thing).filter(([name]) => name !== '__typename')) as T;
}

export type Content = WebsiteContentQuery;

/** What every tab is given: all that the preview needs, and the way to ask for it anew. */
export type TabProps = { content: Content; reload: () => Promise<{ data?: Content }> };

export type MenuItem = Content['allMenuItems'][number];

export type SocialLink = Content['allSocialLinks'][number];

/** What the dialog of one line of a list is given. */
export type ListDialogProps<T> = Pick<TabProps, 'reload'> & {
  /** What is edited; a new one otherwise. */
  item?: T;
  items: readonly T[];
  /** Of the list, as the dialog began. */
  version: number;
  onClose: () => void;
};
