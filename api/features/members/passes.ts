import type { EntityManager } from '@mikro-orm/postgresql';
import { Session } from '../auth/session/session.entity.ts';
import { ApiToken } from '../tokens/api-token.entity.ts';

interface Of {
  userId: string;
  teamId: string;
}

/** Ids of everything by which a person is let in: for the bell. */
export async function passesOf(em: EntityManager, userId: string): Promise<string[]> {
  const where = { user: userId };
  const options = { fields: ['id'], disableIdentityMap: true } as const;
  const passes = [await em.find(Session, where, options), await em.find(ApiToken, where, options)];
  return passes.flat().map(({ id }) => id);
}

/** Deletes a person's API tokens of a team. @returns their ids: ring for them once that has committed. */
export async function endTokens(em: EntityManager, { userId, teamId }: Of): Promise<string[]> {
  const tokens = await em.find(ApiToken, { user: userId, team: teamId }, { fields: ['id'] });
  const ids = tokens.map(({ id }) => id);
  await em.nativeDelete(ApiToken, { id: { $in: ids } });
  return ids;
}

/** Turns a person's sessions in one team to another. @returns their ids: ring for them once that has committed. */
export async function moveSessions(
  em: EntityManager,
  { userId, teamId }: Of,
  toTeamId: string,
): Promise<string[]> {
  const sessions = await em.find(Session, { user: userId, team: teamId }, { fields: ['id'] });
  const ids = sessions.map(({ id }) => id);
  await em.nativeUpdate(Session, { id: { $in: ids } }, { team: toTeamId });
  return ids;
}
