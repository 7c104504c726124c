import type { EntityManager } from '@mikro-orm/postgresql';
import { ExtensionPoint } from '#api/lib/extension-point.ts';

/** Does what follows when an integration is saved, in the same transaction. */
export type SavedHandler = (em: EntityManager, integrationId: string) => Promise<void>;

export const savedHandlers = new ExtensionPoint<readonly SavedHandler[]>('saved integrations');

export async function integrationSaved(em: EntityManager, integrationId: string): Promise<void> {
  for (const handle of savedHandlers.value) await handle(em, integrationId);
}
