import type { App } from '#api/config/app.ts';
import type { Context } from '#api/graphql/context.ts';
import { loadSingleton } from '#api/db/singleton.ts';
import { priceList } from '../packages/packages.service.ts';
import { siteBranding, socialLinks } from '../website/website.service.ts';
import { AdvancedSeo, SeoSettings, SitemapSettings } from './seo.entity.ts';
import { type HeadFacts, readHeadTags } from './page-head.ts';
import { RedirectIndex } from './redirect-index.ts';
import { readRedirects, redirectProblems } from './redirects.ts';
import { robotsTxt, robotsProblems } from './robots.ts';
import { sitemapXml, sitemapProblems } from './sitemap.ts';
import { originOf } from './paths.ts';
import type { LineProblem } from './line-problems.ts';
import { readStructuredData } from './structured-data.ts';

/** Cached for visitors and crawlers, and read with its own entity manager. */
type Reader = Pick<Context, 'app'>;

export function seoSettings({ app }: Reader): Promise<SeoSettings> {
  return app.content.read('seo', () => loadSingleton(app.orm.em.fork(), SeoSettings));
}

const advanced = ({ content, orm }: App): Promise<AdvancedSeo> =>
  content.read('advancedSeo', () => loadSingleton(orm.em.fork(), AdvancedSeo));

const sitemap = ({ content, orm }: App): Promise<SitemapSettings> =>
  content.read('sitemap', async () => {
    await loadSingleton(orm.em.fork(), SitemapSettings);
    return orm.em.fork().findOneOrFail(SitemapSettings, { id: 1 }, { populate: ['file'] });
  });

/** The site's origin: the sitemap's domain, or else the site's own address. */
export function originFor(
  { domain }: Pick<SitemapSettings, 'domain'>,
  { config }: Pick<App, 'config'>,
): string {
  const app = new URL(config.publicUrl).origin;
  const saved = originOf(domain);
  // The domain was saved before SITE_URL was set, and public pages have since left the app's address.
  if (config.siteUrl && (saved === undefined || saved === app)) return config.siteUrl;
  return saved ?? app;
}

/** All our origins, the one that serves public pages first. */
export function originsFor(settings: Pick<SitemapSettings, 'domain'>, app: Pick<App, 'config'>): Origins {
  const { publicUrl, siteUrl } = app.config;
  const own = new URL(publicUrl).origin;
  const first = siteUrl ?? own;
  const more = new Set([originFor(settings, app), own]);
  more.delete(first);
  return [first, ...more];
}

/** Everything needed for the head of a public page. */
export async function headFacts(app: App): Promise<HeadFacts> {
  return app.content.read('head', async () => {
    const [seo, tags, settings, branding, places, onSale] = await Promise.all([
      seoSettings({ app }),
      advanced(app),
      sitemap(app),
      siteBranding({ app }),
      socialLinks({ app }),
      priceList({ app }),
    ]);
    const origin = originFor(settings, app);
    const site = {
      origin,
      siteName: branding.siteName,
      description: seo.metaDescription,
      logo: branding.logoUrl ? new URL(branding.logoUrl, origin).href : null,
      sameAs: places.map(({ url }) => url),
      offers: onSale,
    };
    return { seo, advanced: tags, site };
  });
}

/** Content of /sitemap.xml: the operator's own, else the generated one, else one generated now. */
export function servedSitemap(app: App): Promise<string> {
  return app.content.read('sitemap.xml', async () => {
    const [{ customSitemap }, settings] = await Promise.all([advanced(app), sitemap(app)]);
    return customSitemap || (settings.file ?? sitemapXml(settings, originFor(settings, app)));
  });
}

/** Content of /robots.txt. */
export async function servedRobots(app: App): Promise<string> {
  const [{ robotsTxt: own }, settings] = await Promise.all([advanced(app), sitemap(app)]);
  return own === '' ? robotsTxt(originFor(settings, app)) : `${own}\n`;
}

/** Days until security.txt expires. RFC 9116, 2.5.5 recommends less than a year. */
const securityTxtDays = 180;

/** Where to report a vulnerability (RFC 9116). */
export async function servedSecurityTxt(app: App, now = new Date()): Promise<string> {
  const settings = await sitemap(app);
  const origin = originFor(settings, app);
  const expires = new Date(now.getTime() + securityTxtDays * 86_400_000);
  expires.setUTCHours(0, 0, 0, 0);
  return [
    `Contact: ${origin}/contact`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    // List every URL it is served at, because readers must not trust it elsewhere (RFC 9116, 2.5.2).
    ...originsFor(settings, app).map((one) => `Canonical: ${one}/.well-known/security.txt`),
    '',
  ].join('\n');
}

/** Loads the redirect rules, parsed again only after a change. */
export function loadRedirects(app: App): () => Promise<RedirectIndex> {
  let made: { from: string; index: RedirectIndex } | undefined;
  return () =>
    app.content.read('redirects', async () => {
      const [{ redirectRules }, settings] = await Promise.all([advanced(app), sitemap(app)]);
      const origins = originsFor(settings, app);
      const from = `${origins.join(' ')}\n${redirectRules}`;
      if (made?.from !== from)
        made = { from, index: new RedirectIndex(readRedirects(redirectRules, origins).rules) };
      return made.index;
    });
}

/** The site's origins, its primary one first. */
export type Origins = readonly [string, ...string[]];

type Check = (text: string, site: { origin: string; origins: Origins }) => LineProblem[];

/** Validators by field. Empty is always valid. */
const checks: { [Field in keyof AdvancedSeo]?: Check } = {
  robotsTxt: robotsProblems,
  customSitemap: (text, { origin }) => sitemapProblems(text, origin),
  customStructuredData: (text) => {
    const read = readStructuredData(text);
    return read && 'problems' in read ? read.problems : [];
  },
  analyticsCode: (text) => readHeadTags(text, 'analytics').problems,
  customHeadTags: (text) => readHeadTags(text, 'head').problems,
  redirectRules: (text, { origins }) => redirectProblems(text, origins),
};

/** Problems of each given field. */
export function advancedProblems(
  input: Partial<AdvancedSeo>,
  site: { origin: string; origins: Origins },
): { field: keyof AdvancedSeo; problems: LineProblem[] }[] {
  return Object.entries(checks).flatMap(([name, check]) => {
    const field = name as keyof AdvancedSeo;
    const text = input[field];
    const problems = typeof text === 'string' && text.trim() !== '' ? check(text, site) : [];
    return problems.length > 0 ? [{ field, problems }] : [];
  });
}
