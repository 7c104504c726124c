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

/** What visitors and robots read is kept in memory until somebody changes it, and read with an own look at the database. */
type Reader = Pick<Context, 'app'>;

/** What search engines and previews are told of the first page. */
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

/** Where the site is found: the domain of the sitemap, or the site's own address. */
export function originFor(
  { domain }: Pick<SitemapSettings, 'domain'>,
  { config }: Pick<App, 'config'>,
): string {
  const app = new URL(config.publicUrl).origin;
  const saved = originOf(domain);
  // A domain from before SITE_URL was set: public pages no longer live on the app's address.
  if (config.siteUrl && (saved === undefined || saved === app)) return config.siteUrl;
  return saved ?? app;
}

/** Every address of ours, the one that public pages are served on first. */
export function originsFor(settings: Pick<SitemapSettings, 'domain'>, app: Pick<App, 'config'>): Origins {
  const { publicUrl, siteUrl } = app.config;
  const own = new URL(publicUrl).origin;
  const first = siteUrl ?? own;
  const more = new Set([originFor(settings, app), own]);
  more.delete(first);
  return [first, ...more];
}

/** Everything that the head of a public page is made from. */
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

/** What is served as /sitemap.xml: the operator's own, else the generated one, else one made now. */
export function servedSitemap(app: App): Promise<string> {
  return app.content.read('sitemap.xml', async () => {
    const [{ customSitemap }, settings] = await Promise.all([advanced(app), sitemap(app)]);
    return customSitemap || (settings.file ?? sitemapXml(settings, originFor(settings, app)));
  });
}

/** What is served as /robots.txt. */
export async function servedRobots(app: App): Promise<string> {
  const [{ robotsTxt: own }, settings] = await Promise.all([advanced(app), sitemap(app)]);
  return own === '' ? robotsTxt(originFor(settings, app)) : `${own}\n`;
}

/** Days that security.txt stays valid after it was served. RFC 9116, 2.5.5 recommends less than a year. */
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
    // Every address it is served at: a reader may not trust it anywhere else (RFC 9116, 2.5.2).
    ...originsFor(settings, app).map((one) => `Canonical: ${one}/.well-known/security.txt`),
    '',
  ].join('\n');
}

/** Finds redirects by the rules as they stand; they are read anew only when they changed. */
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

/** Where the site is: its address first, then others that are ours. */
export type Origins = readonly [string, ...string[]];

type Check = (text: string, site: { origin: string; origins: Origins }) => LineProblem[];

/** What each field may hold. An empty one is always right. */
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

/** What is wrong with each field that is given. */
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
