import type { EntityManager } from '@mikro-orm/postgresql';
import { User } from '../users/user.entity.ts';
import { demoAccounts } from './demo-accounts.ts';
import { Session } from './session.entity.ts';

const email = { $in: [demoAccounts.customer, demoAccounts.admin] };

/** Suspends the accounts that a demo left in the database. With nobody to look, their controllers are not read either. */
export async function closeDemoAccounts(em: EntityManager): Promise<void> {
  await em.nativeDelete(Session, { user: { email } });
  await em.nativeUpdate(User, { email }, { suspended: true });
}

/** Undoes that, when the demo is on again. @returns whether the accounts exist */
export async function openDemoAccounts(em: EntityManager): Promise<boolean> {
  return (await em.nativeUpdate(User, { email }, { suspended: false })) > 0;
}
