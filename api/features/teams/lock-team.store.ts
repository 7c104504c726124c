import type { EntityManager } from '@mikro-orm/postgresql';
import type { EntityClass, FilterQuery } from '@mikro-orm/core';
import { queryRows } from '#api/db/query-rows.ts';
import { checkAllowed, type Access } from '#api/graphql/access.ts';
import type { ViewerContext, CallerContext } from '#api/graphql/context.ts';
import { Unauthenticated, NotFound } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import { Membership } from './membership.entity.ts';
import type { Team } from './team.entity.ts';

/**
 * Alerts, pending conditions, rules, controllers (except what a round updates), members and invitations only
 * change under their team's lock, taken before any other. So changes happen in the order of their events, and
 * two writers never deadlock. New rows may still reference the team. Held until the caller's transaction
 * ends.
 */
export async function lockTeam(em: EntityManager, teamId: string): Promise<void> {
  await em.execute('select from "team" where id = ? for no key update', [teamId], 'run');
}

/**
 * The same for a change that a person requested. Their role is checked once the lock is held, however long
 * that took.
 * @throws Refused, or Unauthenticated if they are no longer a member
 */
export async function lockTeamFor(em: EntityManager, ctx: ViewerContext, access: Access): Promise<void> {
  const { user, team } = ctx.viewer;
  await lockTeam(em, team.id);
  const membership = await em.findOne(Membership, { user, team }, { refresh: true });
  if (!membership) throw new Unauthenticated();
  checkAllowed({ ...ctx, viewer: { ...ctx.viewer, teamRole: membership.role } }, access);
}

/** Runs a person's change under their team's lock, like `lockTeamFor`. */
export function withLockedTeam<T>(
  ctx: ViewerContext,
  access: Access,
  work: (own: ViewerContext) => Promise<T>,
): Promise<T> {
  return ctx.em.transactional(
    async (em) => {
      await lockTeamFor(em, ctx, access);
      return work({ ...ctx, em });
    },
    // Clear what this request read before, because it may have changed while waiting for the lock.
    { clear: true },
  );
}

/** Finds a row of the viewer's team. Another team's row isn't found. @throws NotFound */
export function findOwn<T extends { id: string; team: Team }>(
  { em, viewer }: Pick<CallerContext, 'em' | 'viewer'>,
  type: EntityClass<T>,
  id: string,
  word: string,
): Promise<T> {
  if (!isId(id)) throw new NotFound(word);
  return em.findOneOrFail(type, { id, team: viewer.team.id } as FilterQuery<T>, {
    failHandler: () => new NotFound(word),
  });
}

/**
 * The same without loading the row. Thousands may call it at once, and a plain row costs a tenth of an
 * entity.
 */
export async function requireOwn(
  { em, viewer }: Pick<CallerContext, 'em' | 'viewer'>,
  type: EntityClass<{ id: string; team: Team }>,
  id: string,
  word: string,
): Promise<void> {
  if (!isId(id)) throw new NotFound(word);
  const { tableName } = em.getMetadata().get(type);
  const rows = await queryRows(em, {}, `select from "${tableName}" where id = ? and team_id = ?`, [
    id,
    viewer.team.id,
  ]);
  if (rows.length === 0) throw new NotFound(word);
}
