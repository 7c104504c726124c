import type { EntityManager } from '@mikro-orm/postgresql';

/** Does what follows from a team's windows having changed, in the same transaction, under the team's lock. */
export type WindowListener = (em: EntityManager, teamId: string) => Promise<void>;

const listeners = new Set<WindowListener>();

/** Has a feature above this one look anew at what it held back. Called once, where it is defined. */
export function whenWindowsChange(listener: WindowListener): void {
  listeners.add(listener);
}

/** Tells everybody who asked to know. */
export async function windowsChanged(em: EntityManager, teamId: string): Promise<void> {
  for (const listener of listeners) await listener(em, teamId);
}
