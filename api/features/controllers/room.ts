import type { EntityManager } from '@mikro-orm/postgresql';
import { Refused } from '#api/lib/errors.ts';
import { allowed, betterPackage, isInactive, isReached, limitSentence } from '../packages/limits.ts';
import { packages } from '../packages/packages.service.ts';
import { Team } from '../teams/team.entity.ts';
import { Controller } from './controller.entity.ts';

/**
 * Whether a team may add a controller: decided under its lock, and asked before too, so that nobody waits for UniFi in vain.
 * @throws Refused, which says which limit it is and which package would help
 */
export async function makeSureOfRoom(em: EntityManager, teamId: string): Promise<void> {
  const team = await em.findOneOrFail(Team, teamId, { populate: ['package'], refresh: true });
  if (isInactive(team, new Date()))
    throw new Refused(
      'The subscription of your team has ended. Choose a package to add controllers.',
      'inactive',
    );
  const plan = team.package;
  if (!plan) return;
  const used = await em.count(Controller, { team: teamId });
  if (!isReached(plan, 'controllers', used)) return;
  const better = betterPackage(plan, 'controllers', used, await packages({ em }));
  throw new Refused(limitSentence(plan, 'controllers', better), 'plan_limit', {
    limit: 'controllers',
    allowed: allowed(plan, 'controllers'),
    betterPackage: better?.name ?? null,
  });
}
