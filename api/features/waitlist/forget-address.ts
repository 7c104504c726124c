import type { EntityManager } from '@mikro-orm/postgresql';
import { takeOutOfBroadcasts } from '../email/broadcast.store.ts';
import { WaitlistEntry } from './waitlist-entry.entity.ts';

/**
 * Takes an address off the waitlist within the caller's transaction: nothing more is sent to it, and what was sent does not
 * tell whose it was. @returns whether it stood there
 */
export async function forgetAddress(em: EntityManager, email: string): Promise<boolean> {
  if ((await em.nativeDelete(WaitlistEntry, { email })) === 0) return false;
  await takeOutOfBroadcasts(em, email);
  return true;
}
