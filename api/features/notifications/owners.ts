import type { EntityManager } from '@mikro-orm/postgresql';

/** Where a team's owner is written to. */
export function ownersOf(em: EntityManager, teamId: string): Promise<{ email: string; teamName: string }[]> {
  return em.execute(
    `select u.email, t.name as "teamName" from membership m join "user" u on u.id = m.user_id join team t on t.id = m.team_id
      where m.team_id = ? and m.role = 'owner' and not u.suspended`,
    [teamId],
  );
}
