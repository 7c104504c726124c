import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { newTeam } from '../auth/joining/accounts.store.ts';
import { Membership } from '../teams/membership.entity.ts';
import type { Team } from '../teams/team.entity.ts';
import { endOfTrial } from '../teams/trial.ts';
import { User } from '../users/user.entity.ts';
import { nameOf } from '../users/name-of.ts';

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
  const trialEndsAt = endOfTrial(Date.now());
  const { team } = newTeam(em, user, { name: nameOf(user), trialEndsAt, activeUntil: trialEndsAt });
  await em.flush();
  return team;
}
