import type { EntityManager } from '@mikro-orm/postgresql';
import type { AlertRule } from '#api/features/alerts/alert-rule.entity.ts';
import { firstRule } from '#api/features/alerts/alert-rules.service.ts';
import { Membership, TeamRole } from '#api/features/teams/membership.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { User, UserRole, normalEmail } from '#api/features/users/user.entity.ts';
import { record } from '#api/features/audit/audit.service.ts';
import { hashPassword } from '../sign-in/password-hash.service.ts';
import { demoAccounts } from '../demo-accounts.ts';
import { Session } from '../session/session.entity.ts';

type NewUser = Pick<User, 'email' | 'passwordHash' | 'firstName' | 'lastName' | 'companyName'> &
  Partial<User>;

/** A person with a team of their own, named after the company, and its first rule. Persisted, not flushed. */
export function newAccount(
  em: EntityManager,
  { package: plan, ...fields }: NewUser & Pick<Team, 'package'>,
): { user: User; team: Team; rule: AlertRule } {
  const user = Object.assign(new User(), fields);
  em.persist(user);
  return { user, ...newTeam(em, user, { name: fields.companyName, package: plan }) };
}

/** A team that a person owns, and its first rule. Persisted, not flushed. */
export function newTeam(
  em: EntityManager,
  owner: User,
  fields: Pick<Team, 'name' | 'package' | 'trialEndsAt' | 'activeUntil'>,
): { team: Team; rule: AlertRule } {
  const team = Object.assign(new Team(), fields);
  const membership = Object.assign(new Membership(), { team, user: owner, role: TeamRole.owner });
  const rule = firstRule(team);
  em.persist([team, membership, rule]);
  return { team, rule };
}

/** Creates the operator's verified account if the address has none. An existing account stays as it is. */
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
    const auditEntry = { action: 'user.add', subject: email, subjectId: user.id, after: { role: user.role } };
    await record(em, { viewer: null, request }, auditEntry);
  });
}

const email = { $in: [demoAccounts.customer, demoAccounts.serviceProvider, demoAccounts.admin] };

/** Suspends the demo's accounts. Their controllers are then not polled either. */
export async function closeDemoAccounts(em: EntityManager): Promise<void> {
  await em.nativeDelete(Session, { user: { email } });
  await em.nativeUpdate(User, { email }, { suspended: true });
}

/** Reactivates them when the demo is on again. @returns whether the accounts exist */
export async function openDemoAccounts(em: EntityManager): Promise<boolean> {
  return (await em.nativeUpdate(User, { email }, { suspended: false })) > 0;
}
