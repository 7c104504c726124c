import type { EntityManager } from '@mikro-orm/postgresql';
import { ExtensionPoint } from '#api/lib/extension-point.ts';

/** Does what follows when a team's windows change, in the same transaction, under the team's lock. */
export type WindowsHandler = (em: EntityManager, teamId: string) => Promise<void>;

export const windowsHandlers = new ExtensionPoint<readonly WindowsHandler[]>('changed maintenance windows');

export async function windowsChanged(em: EntityManager, teamId: string): Promise<void> {
  for (const handle of windowsHandlers.value) await handle(em, teamId);
}
