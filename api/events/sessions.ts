import type { EntityManager } from '@mikro-orm/postgresql';
import { Session } from '#api/features/auth/session.entity.ts';

/** Those of the sessions that have ended: deleted, expired, or their person may not sign in any more. */
export async function endedSessions(em: EntityManager, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const going = await em.find(
    Session,
    {
      id: { $in: ids },
      expiresAt: { $gt: new Date() },
      user: { suspended: false, emailVerifiedAt: { $ne: null } },
    },
    { fields: ['id'] },
  );
  const alive = new Set(going.map(({ id }) => id));
  return ids.filter((id) => !alive.has(id));
}
