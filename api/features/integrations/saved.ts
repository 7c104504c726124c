import type { EntityManager } from '@mikro-orm/postgresql';

/** Does what follows from an integration that was saved, in the same transaction. */
export type AfterSave = (em: EntityManager, integrationId: string) => Promise<void>;

const followers = new Set<AfterSave>();

/** Has a feature above this one write along. Called once, where it is defined. */
export function afterSave(follower: AfterSave): void {
  followers.add(follower);
}

export async function tellSaved(em: EntityManager, integrationId: string): Promise<void> {
  for (const follower of followers) await follower(em, integrationId);
}
