import type { EntityManager } from '@mikro-orm/postgresql';
import { stopWatching } from './alerts.service.ts';

/**
 * What lies beyond the package's limits is not watched: its alerts end without having recovered, and what was about to
 * become one begins anew when it is watched again.
 */
export async function stopWatchingBeyondLimits(em: EntityManager, teamId: string): Promise<void> {
  await rowsBeyond(em, teamId, 'delete from standing where id in', 'standing');
  const open = await rowsBeyond(em, teamId, 'select id from alert where id in', 'alert');
  const detail = "No longer monitored: it exceeds your package's limit";
  await stopWatching(em, teamId, { id: { $in: open.map(({ id }) => id) } }, detail);
}

/** Subjects of devices and of their ports begin with the MAC. */
function rowsBeyond(
  em: EntityManager,
  teamId: string,
  act: string,
  table: 'alert' | 'standing',
): Promise<{ id: string }[]> {
  return em.execute(
    `${act} (select s.id from ${table} s join controller c on c.id = s.controller_id
              where c.team_id = ? ${table === 'alert' ? 'and s.resolved_at is null' : ''} and (c.over_limit or exists (
                select from device d
                 where d.controller_id = c.id and d.over_limit and d.mac = split_part(s.subject, '/', 1))))`,
    [teamId],
  );
}
