import type { EntityManager } from '@mikro-orm/postgresql';

/** Any number; with it, locks of addresses are none of anything else. */
const lockClass = 427_105;

/** Lets one transaction at a time decide what an address without an account becomes. */
export async function lockAddress(em: EntityManager, email: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(?, hashtext(?))', [lockClass, email], 'run');
}
