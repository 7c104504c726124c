import { platformBrandingContent } from '#api/features/branding/branding.service.ts';
import type { Content, ContentPart } from '#api/features/revisions/content-part.store.ts';
import { advancedSeoContent, seoContent, sitemapContent } from '#api/features/seo/seo.admin.service.ts';
import { menuItems, socialPlaces } from '#api/features/website/website.service.ts';
import {
  footerContent,
  homepageContent,
  siteBrandingContent,
} from '#api/features/website/website.admin.service.ts';

/** Every part of the site that has a history, with how it is read and restored. */
export const allContent: Readonly<Record<ContentPart, Content>> = {
  platform_branding: platformBrandingContent,
  site_branding: siteBrandingContent,
  homepage: homepageContent,
  menu: menuItems.content,
  footer: footerContent,
  social_links: socialPlaces.content,
  seo: seoContent,
  sitemap: sitemapContent,
  advanced_seo: advancedSeoContent,
};
