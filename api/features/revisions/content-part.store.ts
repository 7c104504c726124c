import type { EntityManager } from '@mikro-orm/postgresql';
import { registerEnumType } from 'type-graphql';
import { ExtensionPoint } from '#api/lib/extension-point.ts';
import type { CustomerContext } from '#api/graphql/context.ts';

/** What the operator changes as a whole, each with a history of its own. */
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

/** A part as it stood: plain JSON. Of a list its rows are under `items`. */
export type Snapshot = Record<string, unknown>;

/** How a part is read and restored. `wiring/content-parts.ts` lists one for each. */
export interface Content {
  /** In words, as the audit log names it: "Homepage". */
  label: string;
  read(em: EntityManager): Promise<Snapshot>;
  /** Makes it what it was. Rows of a list keep their ids. */
  write(em: EntityManager, snapshot: Snapshot): Promise<void>;
  /** Checks that the person may change these fields, however they do it. @throws Refused */
  guard?(ctx: CustomerContext, fields: readonly string[]): void;
  /** Fields that the audit log keeps whole, however long they are. */
  audited?: readonly string[];
}

export const contentParts = new ExtensionPoint<Readonly<Record<ContentPart, Content>>>('content parts');
