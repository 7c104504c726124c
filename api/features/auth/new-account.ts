import type { EntityManager } from '@mikro-orm/postgresql';
import type { AlertRule } from '../alerts/alert-rule.entity.ts';
import { firstRule } from '../alerts/first-rule.ts';
import { Membership, TeamRole } from '../teams/membership.entity.ts';
import { Team } from '../teams/team.entity.ts';
import { User } from '../users/user.entity.ts';

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
