import type { EntityManager } from '@mikro-orm/postgresql';

/** Those of the sessions that have ended: deleted, expired, or their person may not sign in or has left the team. */
export async function endedSessions(em: EntityManager, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const going = await em.getConnection().execute<{ id: string }[]>(
    `select session.id from session
       join "user" on "user".id = session.user_id
       join membership on membership.user_id = session.user_id and membership.team_id = session.team_id
      where session.id = any(?::uuid[]) and session.expires_at > ?
        and not "user".suspended and "user".email_verified_at is not null`,
    [`{${ids.join(',')}}`, new Date()],
  );
  const alive = new Set(going.map(({ id }) => id));
  return ids.filter((id) => !alive.has(id));
}
