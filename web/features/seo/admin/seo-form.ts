import * as yup from 'yup';
import type {
  AdvancedSeoFieldsFragment,
  SeoSettingsFieldsFragment,
  SitemapSettingsFieldsFragment,
} from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { keysOf } from '#web/lib/keys-of.ts';
import { fieldsFor, yupFor } from '#web/lib/yup-for.ts';

export const SeoSettingsFields = graphql(`
  fragment SeoSettingsFields on SeoSettings {
    pageTitle
    metaDescription
    keywords
    canonicalUrl
    ogTitle
    ogDescription
    ogImage
    twitterCard
  }
`);

export const AdvancedSeoFields = graphql(`
  fragment AdvancedSeoFields on AdvancedSeo {
    robotsTxt
    customSitemap
    structuredDataEnabled
    customStructuredData
    analyticsCode
    customHeadTags
    searchConsoleVerification
    bingVerification
    yandexVerification
    redirectRules
  }
`);

/** The labels of the fields, which the histories use too. */
export const seoLabels = {
  pageTitle: 'Page title',
  metaDescription: 'Meta description',
  keywords: 'Keywords',
  canonicalUrl: 'Canonical URL',
  ogTitle: 'Social title',
  ogDescription: 'Social description',
  ogImage: 'Social image',
  twitterCard: 'Twitter card',
} as const;

export const sitemapLabels = {
  domain: 'Domain',
  includeHomepage: 'Include homepage',
  includeStaticPages: 'Include static pages',
  customUrls: 'Custom URLs',
  updateFrequency: 'Update frequency',
  priority: 'Priority',
} as const;

export const advancedLabels = {
  robotsTxt: 'Robots.txt',
  customSitemap: 'Custom sitemap',
  structuredDataEnabled: 'Structured data',
  customStructuredData: 'Custom structured data (JSON-LD)',
  searchConsoleVerification: 'Google Search Console',
  bingVerification: 'Bing Webmaster Tools',
  yandexVerification: 'Yandex Webmaster',
  redirectRules: 'Redirect rules',
  analyticsCode: 'Analytics code',
  customHeadTags: 'Custom head tags',
} as const;

export type SeoValues = Pick<SeoSettingsFieldsFragment, keyof typeof seoLabels>;

/** A priority is a string, because it's chosen from a list. */
export type SitemapValues = Omit<
  Pick<SitemapSettingsFieldsFragment, keyof typeof sitemapLabels>,
  'priority'
> & {
  priority: string;
};

export type AdvancedValues = Pick<AdvancedSeoFieldsFragment, keyof typeof advancedLabels>;

export const seoRules = yupFor('SeoSettingsInput');

export const advancedRules = yupFor('AdvancedSeoInput');

/** A blank domain is an error rather than "unchanged". */
export const sitemapRules = yupFor('SitemapSettingsInput').shape({
  domain: fieldsFor('SitemapSettingsInput').domain.required('Domain is required'),
});

/** The server requires the whole sentence, which ticking the box sends. */
export const riskRules = yup.object({
  accepted: yup.boolean().oneOf([true], 'Tick the box to accept the risk'),
});

/** The form's initial values. */
export function shown<Labels extends object, From extends Readonly<Record<keyof Labels, unknown>>>(
  labels: Labels,
  from: From,
): Pick<From, keyof Labels> {
  const names = keysOf(labels);
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, keyof Labels>;
}
