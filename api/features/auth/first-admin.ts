import type { EntityManager } from '@mikro-orm/postgresql';
import { record } from '../audit/audit.service.ts';
import { User } from '../users/user.entity.ts';
import { UserRole } from '../users/user-role.ts';
import { normalEmail } from '../users/normal-email.ts';
import { newAccount } from './new-account.ts';
import { hashPassword } from './password.ts';

/** The operator's own account, verified, when no account has that address yet. An existing one is left as it is. */
export async function addFirstAdmin(em: EntityManager, address: string, password: string): Promise<void> {
  const email = normalEmail(address);
  if (await em.findOne(User, { email })) return;
  const passwordHash = await hashPassword(password);
  await em.transactional(async (em) => {
    const { user } = newAccount(em, {
      email,
      passwordHash,
      firstName: 'Platform',
      lastName: 'Administrator',
      companyName: 'Netlantern',
      role: UserRole.super_admin,
      emailVerifiedAt: new Date(),
    });
    await em.flush();
    const request = { id: 'operator', ip: null, userAgent: null };
    const deed = { action: 'user.add', subject: email, subjectId: user.id, after: { role: user.role } };
    await record(em, { viewer: null, request }, deed);
  });
}
