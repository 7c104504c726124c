import type { AdvancedSeo } from './advanced-seo.entity.ts';
import type { HeadPiece } from './head-piece.ts';
import { readHeadTags } from './head-tags.ts';
import { readStructuredData, scriptJson, structuredData, type SiteFacts } from './structured-data.ts';
import type { SeoSettings } from './seo-settings.entity.ts';

/** What the head of every public page is made from. */
export interface HeadFacts {
  seo: SeoSettings;
  advanced: AdvancedSeo;
  site: SiteFacts;
}

/** A public page. The first page, `/`, is called and described by the settings. */
export interface PublicPage {
  path: string;
  title?: string;
  description?: string;
}

/** For previews where the settings name none: the product, as it stands on the first page. */
const ownPicture = '/pictures/social.jpg';

/** Everything that search engines, previews and the operator's services find in the head of a public page. */
export function pageHead(page: PublicPage, { seo, advanced, site }: HeadFacts): HeadPiece[] {
  const isFirst = page.path === '/';
  const title = (isFirst ? seo.pageTitle : page.title) || site.siteName;
  const description = (isFirst ? seo.metaDescription : page.description) || seo.metaDescription;
  const canonical = (isFirst && seo.canonicalUrl) || new URL(page.path, site.origin).href;
  return [
    { tag: 'title', attributes: {}, content: title },
    ...metas('name', { description, keywords: isFirst ? seo.keywords : '' }),
    { tag: 'link', attributes: { rel: 'canonical', href: canonical } },
    ...metas('property', {
      'og:type': 'website',
      'og:site_name': site.siteName,
      'og:title': (isFirst && seo.ogTitle) || title,
      'og:description': (isFirst && seo.ogDescription) || description,
      'og:url': canonical,
      'og:image': new URL(seo.ogImage || ownPicture, site.origin).href,
    }),
    ...metas('name', {
      'twitter:card': seo.twitterCard,
      'google-site-verification': advanced.searchConsoleVerification,
      'msvalidate.01': advanced.bingVerification,
      'yandex-verification': advanced.yandexVerification,
    }),
    ...dataPieces(advanced, site),
    ...readHeadTags(advanced.customHeadTags, 'head').pieces,
    ...readHeadTags(advanced.analyticsCode, 'analytics').pieces,
  ];
}

/** Structured data as it stands in pages: ours where it is switched on, and the operator's own beside it. */
export function dataOf(advanced: AdvancedSeo, site: SiteFacts): object[] {
  if (!advanced.structuredDataEnabled) return [];
  const custom = readStructuredData(advanced.customStructuredData);
  return [structuredData(site), ...(custom && 'data' in custom ? [custom.data] : [])];
}

function dataPieces(advanced: AdvancedSeo, site: SiteFacts): HeadPiece[] {
  return dataOf(advanced, site).map((data) => ({
    tag: 'script',
    attributes: { type: 'application/ld+json' },
    content: scriptJson(data),
  }));
}

/** A tag for each that has something to say. */
function metas(kind: 'name' | 'property', contents: Record<string, string>): HeadPiece[] {
  return Object.entries(contents)
    .filter(([, content]) => content !== '')
    .map(([name, content]) => ({ tag: 'meta', attributes: { [kind]: name, content } }));
}
