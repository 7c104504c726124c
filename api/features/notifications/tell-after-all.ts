import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * A snooze was taken back: that an alert began, which went untold because of it alone, is told where it is still wrong.
 * The caller holds the destinations. @returns the ids of those that have something to send
 */
export async function tellAfterAll(em: EntityManager, alertIds: readonly string[]): Promise<string[]> {
  if (alertIds.length === 0) return [];
  const rows = await em.execute<{ id: string }[]>(
    `update delivery d set status = 'waiting', reason = null, reason_code = null, not_before = null
       from alert a
      where a.id = d.alert_id and a.id in (select jsonb_array_elements_text(?::jsonb)::uuid)
        and a.resolved_at is null and a.calm_since is null and d.integration_id is not null
        and d.kind in ('opened', 'escalated') and d.status = 'skipped' and d.reason_code = 'snoozed'
     returning d.integration_id as id`,
    [JSON.stringify(alertIds)],
  );
  return rows.map(({ id }) => id);
}
