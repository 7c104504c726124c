import { PartialInput } from '#api/graphql/schema/partial-input.ts';
import { AdvancedSeo, SeoSettings, SitemapSettings } from './seo.entity.ts';

/** Absent fields stay as they are. */
export const SeoSettingsInput = PartialInput(SeoSettings, 'SeoSettingsInput');
export type SeoSettingsInput = Partial<SeoSettings>;

/** Absent fields stay as they are. */
export const SitemapSettingsInput = PartialInput(SitemapSettings, 'SitemapSettingsInput');
export type SitemapSettingsInput = Partial<SitemapSettings>;

/** Absent fields stay as they are. */
export const AdvancedSeoInput = PartialInput(AdvancedSeo, 'AdvancedSeoInput');
export type AdvancedSeoInput = Partial<AdvancedSeo>;
