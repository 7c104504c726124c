import type { EntityManager } from '@mikro-orm/postgresql';
import { lockClasses } from '#api/db/lock-keys.ts';

/** Lets one transaction at a time decide what an address without an account becomes. */
export async function lockAddress(em: EntityManager, email: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(?, hashtext(?))', [lockClasses.address, email], 'run');
}
