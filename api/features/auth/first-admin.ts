import type { EntityManager } from '@mikro-orm/postgresql';
import { User } from '../users/user.entity.ts';
import { UserRole } from '../users/user-role.ts';
import { normalEmail } from '../users/normal-email.ts';
import { newAccount } from './new-account.ts';
import { hashPassword } from './password.ts';

/** The operator's own account, verified, when no account has that address yet. An existing one is left as it is. */
export async function addFirstAdmin(em: EntityManager, address: string, password: string): Promise<void> {
  const email = normalEmail(address);
  if (await em.findOne(User, { email })) return;
  newAccount(em, {
    email,
    passwordHash: await hashPassword(password),
    firstName: 'Platform',
    lastName: 'Administrator',
    companyName: 'Netlantern',
    role: UserRole.super_admin,
    emailVerifiedAt: new Date(),
  });
  await em.flush();
}
