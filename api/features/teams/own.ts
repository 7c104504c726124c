import type { EntityClass, FilterQuery } from '@mikro-orm/core';
import type { CallerContext } from '#api/graphql/context.ts';
import { NotFound } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import type { Team } from './team.entity.ts';

/** The viewer's own row. Another team's is as absent as one that never was. @throws NotFound */
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

/** The same where nothing of the row is needed: thousands may ask at once, and a row costs a tenth of an entity. */
export async function requireOwn(
  { em, viewer }: Pick<CallerContext, 'em' | 'viewer'>,
  type: EntityClass<{ id: string; team: Team }>,
  id: string,
  word: string,
): Promise<void> {
  if (!isId(id)) throw new NotFound(word);
  const { tableName } = em.getMetadata().get(type);
  const rows = await em.execute(`select from "${tableName}" where id = ? and team_id = ?`, [
    id,
    viewer.team.id,
  ]);
  if (rows.length === 0) throw new NotFound(word);
}
