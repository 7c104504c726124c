import type { EntityClass, FilterQuery } from '@mikro-orm/core';
import type { CallerContext } from '#api/context.ts';
import { NotFound } from '#api/errors.ts';
import { isId } from '#api/id.ts';
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
