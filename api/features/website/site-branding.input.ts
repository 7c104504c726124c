import { PartialInput } from '#api/graphql/schema/partial-input.ts';
import { SiteBranding } from './site-branding.entity.ts';

/** Absent fields stay as they are. */
export const SiteBrandingInput = PartialInput(SiteBranding, 'SiteBrandingInput');
export type SiteBrandingInput = Partial<SiteBranding>;
