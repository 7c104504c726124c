import type { EntityManager } from '@mikro-orm/postgresql';

/** Seconds for which the oldest delivery that is due has waited; of destinations that are not paused, of all teams or of one. */
export async function longestWait(em: EntityManager, teamId: string | null = null): Promise<number> {
  const [row] = await em.execute<{ seconds: number | null }[]>(
    `select extract(epoch from now() - min(coalesce(d.not_before, d.created_at)))::float as seconds
       from delivery d join integration i on i.id = d.integration_id
      where d.status in ('waiting', 'retrying') and coalesce(d.not_before, d.created_at) <= now()
        and coalesce(i.paused_until, '-infinity') <= now()
        and (?::uuid is null or d.team_id = ?)`,
    [teamId, teamId],
  );
  return row?.seconds ?? 0;
}
