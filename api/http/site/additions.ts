import type { App } from '#api/config/app.ts';
import { platformData, brandStyle } from '#api/features/branding/brand-style.ts';
import { brandingOf } from '#api/features/branding/branding.service.ts';
import type { PlatformBranding } from '#api/features/branding/platform-branding.entity.ts';
import {
  headHtml,
  type HeadTag,
  pageHead,
  type HeadFacts,
  type PublicPage,
} from '#api/features/seo/page-head.ts';
import { headFacts } from '#api/features/seo/seo.service.ts';
import type { SiteBranding } from '#api/features/website/site-branding.entity.ts';
import { siteBranding } from '#api/features/website/website.service.ts';
import { escapeHtml } from '#api/lib/html.ts';
import { asCss, blank, type Additions } from './page.ts';
import type { Platform } from './renderer.ts';

/** The operator's settings that public pages show. */
interface Settings {
  branding: PlatformBranding;
  site: SiteBranding;
  facts: HeadFacts;
  /** For visitors, the product has the site's name. */
  platform: Platform;
}

export async function settingsOf(app: App): Promise<Settings> {
  const [branding, site, facts] = await Promise.all([brandingOf(app), siteBranding({ app }), headFacts(app)]);
  const { supportEmail = null, logoUrl = null, footerText } = branding;
  return {
    branding,
    site,
    facts,
    platform: { platformName: site.siteName, supportEmail, logoUrl, footerText },
  };
}

/** What the settings add to a page. `scripts`: whether administrators' scripts may run on this origin. */
export function additionsTo(
  page: PublicPage,
  { branding, site, facts, platform }: Settings,
  scripts: boolean,
): Omit<Additions, 'first'> {
  const icon = site.faviconUrl ? escapeHtml(site.faviconUrl) : '/mark.svg';
  const pieces = pageHead(page, facts).filter((piece) => scripts || !runs(piece));
  return {
    head: [
      `<link rel="icon" href="${icon}">`,
      platformData({ ...branding, ...platform }).replace('<script', `<script nonce="${blank.script}"`),
      headHtml(pieces, blank.script),
    ].join(''),
    css: [brandStyle(site), asCss(branding.customCss), asCss(site.customCss)],
    admits: pieces.some(runs),
  };
}

/** Whether it is executable, and not a data block. */
function runs({ tag, attributes }: HeadTag): boolean {
  return tag === 'script' && !/json$/i.test(attributes['type'] ?? '');
}
