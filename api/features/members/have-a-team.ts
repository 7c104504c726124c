import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { firstRule } from '../alerts/first-rule.ts';
import { Membership, TeamRole } from '../teams/membership.entity.ts';
import { Team } from '../teams/team.entity.ts';
import { User } from '../users/user.entity.ts';

/** Days that a new team watches without a subscription (DECISIONS section 7). */
const trialDays = 14;

/**
 * The person's oldest team, and an empty one of their own when none is left: an account without any could neither sign
 * in nor be deleted by its owner. Within the caller's transaction.
 */
export async function haveATeam(em: EntityManager, user: User): Promise<Team> {
  // Whoever is taken out of two teams at once, or signs in meanwhile, waits here.
  await em.findOneOrFail(User, { id: user.id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const membership = await em.findOne(
    Membership,
    { user },
    { orderBy: { createdAt: 'asc', id: 'asc' }, populate: ['team'] },
  );
  if (membership) return membership.team;
  const name = `${user.firstName} ${user.lastName}`.trim() || user.email;
  const trialEndsAt = new Date(Date.now() + trialDays * 86_400_000);
  const team = Object.assign(new Team(), { name, trialEndsAt });
  em.persist([team, Object.assign(new Membership(), { team, user, role: TeamRole.owner }), firstRule(team)]);
  await em.flush();
  return team;
}
