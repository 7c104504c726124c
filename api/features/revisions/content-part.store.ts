import type { EntityManager } from '@mikro-orm/postgresql';
import { registerEnumType } from 'type-graphql';
import { ExtensionPoint } from '#api/lib/extension-point.ts';
import type { ViewerContext } from '#api/graphql/context.ts';

/** Content that is saved and reverted as a whole, with its own history. */
export enum ContentPart {
  platform_branding = 'platform_branding',
  site_branding = 'site_branding',
  homepage = 'homepage',
  menu = 'menu',
  footer = 'footer',
  social_links = 'social_links',
  seo = 'seo',
  sitemap = 'sitemap',
  advanced_seo = 'advanced_seo',
}

registerEnumType(ContentPart, {
  name: 'ContentPart',
  description: 'A part of the public site or the branding that is changed as a whole.',
  valuesConfig: {
    platform_branding: { description: '`PlatformBranding`: the product for those who are signed in.' },
    site_branding: { description: '`SiteBranding`: the public site.' },
    homepage: { description: '`Homepage`: the words of the first page.' },
    menu: { description: 'The links in the header, `MenuItem` each.' },
    footer: { description: '`Footer`: the footer of public pages.' },
    social_links: { description: 'The links in the footer, `SocialLink` each.' },
    seo: { description: '`SeoSettings`: metadata for search engines.' },
    sitemap: { description: '`SitemapSettings`: what the sitemap lists.' },
    advanced_seo: { description: '`AdvancedSeo`: files, tags and rules.' },
  },
});

/** Plain JSON of a part. A list's rows are under `items`. */
export type Snapshot = Record<string, unknown>;

/** How to read and restore a part. `wiring/content-parts.ts` lists one for each. */
export interface Content {
  /** Name in the audit log, such as "Homepage". */
  label: string;
  read(em: EntityManager): Promise<Snapshot>;
  /** Restores a snapshot. List rows keep their IDs. */
  write(em: EntityManager, snapshot: Snapshot): Promise<void>;
  /** Checks that the person may change these fields, by whatever means. @throws Refused */
  guard?(ctx: ViewerContext, fields: readonly string[]): void;
  /** Fields that the audit log keeps in full, whatever their length. */
  audited?: readonly string[];
}

export const contentParts = new ExtensionPoint<Readonly<Record<ContentPart, Content>>>('content parts');
