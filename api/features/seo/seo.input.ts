import { PartialInput } from '#api/graphql/schema/partial-input.ts';
import { AdvancedSeo, SeoSettings, SitemapSettings } from './seo.entity.ts';

export const SeoSettingsInput = PartialInput(SeoSettings, 'SeoSettingsInput');
export type SeoSettingsInput = Partial<SeoSettings>;

export const SitemapSettingsInput = PartialInput(SitemapSettings, 'SitemapSettingsInput');
export type SitemapSettingsInput = Partial<SitemapSettings>;

export const AdvancedSeoInput = PartialInput(AdvancedSeo, 'AdvancedSeoInput');
export type AdvancedSeoInput = Partial<AdvancedSeo>;
