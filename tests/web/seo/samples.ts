import {
  AdvancedSeoFormDocument,
  CheckAdvancedSeoDocument,
  type CheckAdvancedSeoQuery,
  SeoFormDocument,
  SitemapFormDocument,
} from '#web/gql/graphql.ts';
import { answer } from '#tests/support/render.tsx';

export const seo = {
  pageTitle: 'Netlantern: know what broke in your UniFi network first',
  metaDescription: 'Short words',
  keywords: '',
  canonicalUrl: '',
  ogTitle: '',
  ogDescription: '',
  ogImage: '',
  twitterCard: 'summary_large_image',
};

export const sitemap = {
  domain: 'https://n.example',
  includeHomepage: true,
  includeStaticPages: true,
  customUrls: '',
  updateFrequency: 'weekly' as const,
  priority: 0.5,
  status: 'needs_update' as const,
  lastGenerated: null as string | null,
};

export const advanced = {
  robotsTxt: '',
  customSitemap: '',
  structuredDataEnabled: true,
  customStructuredData: '',
  analyticsCode: '',
  customHeadTags: '',
  searchConsoleVerification: '',
  bingVerification: '',
  yandexVerification: '',
  redirectRules: '',
};

export const siteScripts = {
  state: 'blocked' as 'blocked' | 'accepted' | 'own_origin',
  origin: 'https://n.example',
  statement: 'I accept the risk.',
  acceptedBy: null as string | null,
  acceptedAt: null as string | null,
};

const states = (['seo', 'sitemap', 'advanced_seo'] as const).map((part) => ({ part, version: 3 }));

type Check = CheckAdvancedSeoQuery['checkAdvancedSeo'];

export const checked = (over: Partial<Check> = {}) =>
  answer(CheckAdvancedSeoDocument, {
    checkAdvancedSeo: {
      problems: [],
      redirects: 0,
      hidesSite: false,
      robotsTxt: 'User-agent: *\nDisallow: /admin',
      structuredData: '{ "@type": "Organization" }',
      ...over,
    },
  });

/** What the server has, for all three screens. */
export function stored(
  over: {
    sitemap?: Partial<typeof sitemap>;
    advanced?: Partial<typeof advanced>;
    scripts?: Partial<typeof siteScripts>;
  } = {},
): void {
  const sitemapSettings = { ...sitemap, ...over.sitemap };
  const advancedSeo = { ...advanced, ...over.advanced };
  answer(SeoFormDocument, {
    seoSettings: seo,
    sitemapSettings,
    siteBranding: { siteName: 'Netlantern' },
    contentStates: states,
  });
  answer(SitemapFormDocument, { sitemapSettings, advancedSeo, contentStates: states });
  answer(AdvancedSeoFormDocument, {
    advancedSeo,
    siteScripts: { ...siteScripts, ...over.scripts },
    contentStates: states,
  });
  checked();
}
