import { LockMode } from '@mikro-orm/core';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Invalid } from '#api/lib/errors.ts';
import { given } from '#api/graphql/schema/partial-input.ts';
import { loadSingleton } from '#api/db/singleton.ts';
import { record } from '../audit/audit.service.ts';
import { ContentPart, type Content } from '../revisions/content-part.store.ts';
import { saveSingleton, singletonPart, tidy } from '../revisions/singleton-part.store.ts';
import { advancedProblems, headFacts, originFor, originsFor, servedSitemap } from './seo.service.ts';
import {
  AdvancedSeo,
  scriptFields,
  SeoSettings,
  type AdvancedSeoCheck,
  type SiteFile,
  SitemapSettings,
  SitemapStatus,
} from './seo.entity.ts';
import { describeProblems } from './line-problems.ts';
import { dataOf } from './page-head.ts';
import { readRedirects } from './redirects.ts';
import { hidesEverything, robotsTxt } from './robots.ts';
import type { AdvancedSeoInput, SeoSettingsInput, SitemapSettingsInput } from './seo.input.ts';
import { guardScripts } from './site-scripts.service.ts';
import { readCustomUrls, sitemapXml } from './sitemap.ts';
import { isWebAddress, originOf } from './paths.ts';

const sitemapPart = singletonPart(SitemapSettings, {
  label: 'Sitemap',
  without: ['status', 'lastGenerated', 'file'],
});

export const seoContent = singletonPart(SeoSettings, { label: 'SEO' });

export const advancedSeoContent = singletonPart(AdvancedSeo, {
  label: 'Advanced SEO',
  without: ['scriptRiskAcceptedAt', 'scriptRiskAcceptedBy', 'scriptRiskStatement'],
  guard: guardScripts,
  audited: scriptFields,
});

export const sitemapContent: Content = {
  ...sitemapPart,
  async write(em, snapshot) {
    await sitemapPart.write(em, snapshot);
    (await loadSingleton(em, SitemapSettings)).status = SitemapStatus.needs_update;
  },
};

type Version = number | null | undefined;

/** @throws Conflict for an outdated `version`, Invalid for an invalid URL */
export function saveSeoSettings(
  ctx: ViewerContext,
  input: SeoSettingsInput,
  version?: Version,
): Promise<SeoSettings> {
  const { canonicalUrl, ogImage } = tidy(input);
  if (canonicalUrl && !isWebAddress(canonicalUrl))
    throw new Invalid({ canonicalUrl: 'Canonical URL must start with https://' });
  if (ogImage && !isWebAddress(ogImage) && !/^\/[^/\\\s]\S*$/.test(ogImage))
    throw new Invalid({
      ogImage: 'Social image must be an uploaded image, or a URL that starts with https://',
    });
  return saveSingleton(ctx, { part: ContentPart.seo, type: SeoSettings, version }, input);
}

/** Until a domain is set, it is the product's own. */
export async function sitemapSettings({ em, app }: ViewerContext): Promise<SitemapSettings> {
  return withDomain(await loadSingleton(em, SitemapSettings), app);
}

/**
 * Saves the settings. The served file stays the same until a new one is generated, and the status says so.
 * @throws Conflict for an outdated `version`, Invalid for a line that can't be listed
 */
export async function saveSitemapSettings(
  ctx: ViewerContext,
  input: SitemapSettingsInput,
  version?: Version,
): Promise<SitemapSettings> {
  const before = { ...(await loadSingleton(ctx.em, SitemapSettings)) };
  const domain =
    input.domain?.trim() === '' ? undefined : originOf(input.domain ?? originFor(before, ctx.app));
  if (domain === undefined)
    throw new Invalid({
      domain: input.domain?.trim()
        ? 'Domain must be a URL without a path, such as https://example.com'
        : 'Domain is required',
    });
  const problem = describeProblems(readCustomUrls(input.customUrls ?? before.customUrls, domain).problems);
  if (problem) throw new Invalid({ customUrls: problem });
  const changes = { ...tidy(given(input)), ...(typeof input.domain === 'string' && { domain }) };
  const isNew = Object.entries(changes).some(
    ([field, value]) => value !== before[field as keyof SitemapSettings],
  );
  if (isNew) changes.status = SitemapStatus.needs_update;
  const saved = await saveSingleton(
    ctx,
    { part: ContentPart.sitemap, type: SitemapSettings, version },
    changes,
  );
  return withDomain(saved, ctx.app);
}

/** Generates the sitemap, which is served immediately. @throws Invalid if it would be empty */
export async function generateSitemap(ctx: ViewerContext): Promise<SitemapSettings> {
  await loadSingleton(ctx.em, SitemapSettings);
  const made = await ctx.em.transactional(async (em) => {
    const settings = await em.findOneOrFail(
      SitemapSettings,
      { id: 1 },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    const origin = originFor(settings, ctx.app);
    const file = sitemapXml(settings, origin);
    const addresses = file.split('<loc>').length - 1;
    const status = addresses > 0 ? SitemapStatus.active : SitemapStatus.error;
    em.assign(settings, { status, ...(addresses > 0 && { file, lastGenerated: new Date() }) });
    await em.flush();
    const after = { status, addresses };
    await record(em, ctx, { action: 'sitemap.generate', subject: 'Sitemap', after });
    return settings;
  });
  ctx.app.content.changed();
  if (made.status === SitemapStatus.error)
    throw new Invalid({ customUrls: 'The sitemap would be empty. Include pages, or add custom URLs' });
  return withDomain(made, ctx.app);
}

export async function sitemapFile({ app }: ViewerContext): Promise<SiteFile> {
  return { content: await servedSitemap(app) };
}

/** Bypasses the visitors' cache. */
export function advancedSeo({ em }: ViewerContext): Promise<AdvancedSeo> {
  return loadSingleton(em, AdvancedSeo);
}

/**
 * @throws Conflict for an outdated `version`, Invalid with the invalid lines, Refused for scripts
 * (`guardScripts`)
 */
export async function saveAdvancedSeo(
  ctx: ViewerContext,
  input: AdvancedSeoInput,
  version?: Version,
): Promise<AdvancedSeo> {
  const problems = advancedProblems(input, await siteOf(ctx));
  if (problems.length > 0)
    throw new Invalid(
      Object.fromEntries(problems.map(({ field, problems }) => [field, describeProblems(problems)!])),
    );
  return saveSingleton(ctx, { part: ContentPart.advanced_seo, type: AdvancedSeo, version }, input);
}

/** Maximum problems returned. */
const mostShown = 50;

/** Validates the fields without saving them. */
export async function checkAdvancedSeo(
  ctx: ViewerContext,
  input: AdvancedSeoInput,
): Promise<AdvancedSeoCheck> {
  const site = await siteOf(ctx);
  const problems = advancedProblems(input, site).flatMap(({ field, problems }) =>
    problems.map((problem) => ({ field, ...problem })),
  );
  const after = { ...(await loadSingleton(ctx.em, AdvancedSeo)), ...given(input) };
  const { site: facts } = await headFacts(ctx.app);
  const robots = after.robotsTxt.trim() === '' ? robotsTxt(site.origin) : after.robotsTxt;
  return {
    problems: problems.slice(0, mostShown),
    redirects: readRedirects(after.redirectRules, site.origins).rules.length,
    hidesSite: hidesEverything(robots),
    robotsTxt: robots,
    structuredData: dataOf(after, facts)
      .map((data) => JSON.stringify(data, null, 2))
      .join('\n\n'),
  };
}

/** Replaces the saved robots.txt with one generated from the sitemap settings. */
export async function generateRobots(ctx: ViewerContext, version?: Version): Promise<AdvancedSeo> {
  const { origin } = await siteOf(ctx);
  const changes = { robotsTxt: robotsTxt(origin) };
  return saveSingleton(ctx, { part: ContentPart.advanced_seo, type: AdvancedSeo, version }, changes);
}

async function siteOf({ em, app }: ViewerContext) {
  const settings = await loadSingleton(em, SitemapSettings);
  return { origin: originFor(settings, app), origins: originsFor(settings, app) };
}

function withDomain(settings: SitemapSettings, app: ViewerContext['app']): SitemapSettings {
  return Object.assign(new SitemapSettings(), settings, { domain: originFor(settings, app) });
}
