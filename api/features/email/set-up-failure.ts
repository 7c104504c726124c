import type { EntityManager } from '@mikro-orm/postgresql';
import { loadSingleton } from '#api/db/singleton.ts';
import { EmailSettings } from './email-settings.entity.ts';

/** Notes for administrators that mail does not go because of how it is set up, and since when. */
export async function noteSetUpFailure(em: EntityManager, failure: string): Promise<void> {
  const { failingSince } = await loadSingleton(em, EmailSettings);
  await em.nativeUpdate(EmailSettings, { id: 1 }, { failure, failingSince: failingSince ?? new Date() });
}

/** Mail goes again. */
export async function noteSetUpWorks(em: EntityManager): Promise<void> {
  await em.nativeUpdate(EmailSettings, { id: 1 }, { failure: null, failingSince: null });
}
