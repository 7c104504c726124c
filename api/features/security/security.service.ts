import type { EntityManager } from '@mikro-orm/postgresql';
import { loadSingleton } from '#api/singleton.ts';
import { SecuritySettings } from './security-settings.entity.ts';

/** The policy as it stands now; the documented defaults until somebody changes it. */
export function policyOf(em: EntityManager): Promise<SecuritySettings> {
  return loadSingleton(em, SecuritySettings);
}
