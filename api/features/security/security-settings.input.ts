import { PartialInput } from '#api/graphql/schema/partial-input.ts';
import { SecuritySettings } from './security-settings.entity.ts';

/** Absent fields stay as they are. */
export const SecuritySettingsInput = PartialInput(SecuritySettings, 'SecuritySettingsInput');
export type SecuritySettingsInput = Partial<SecuritySettings>;
