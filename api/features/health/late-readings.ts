import type { EntityManager } from '@mikro-orm/postgresql';
import { isWatched, resting } from '../controllers/limits.store.ts';
import type { LateReading } from './team-delays.ts';

/** Controllers that are told one by one. */
const mostTold = 10;

/**
 * SQL: for how many seconds a controller may be due. One interval: whoever stopped looking is named within two of them after
 * the last reading. Of very short intervals a busy worker may miss one. Its value is the usual interval.
 */
export const readingPatience = 'greatest(coalesce(poll_seconds, ?), 20)';

/** SQL: whether a row of `controller` is to be read at all. */
export const isRead = `${isWatched} and (next_poll_at is null or next_poll_at < '${resting}')`;

/** A team's controllers that are read late, the longest first. */
export async function lateReadings(
  em: EntityManager,
  teamId: string,
  intervalSeconds: number,
): Promise<LateReading[]> {
  const rows = await em.execute<(Omit<LateReading, 'dueAt'> & { dueAt: string })[]>(
    `select id as "controllerId", name as "controllerName", next_poll_at as "dueAt" from controller
      where team_id = ? and ${isRead}
        and extract(epoch from now() - next_poll_at) > ${readingPatience}
      order by next_poll_at limit ?`,
    [teamId, intervalSeconds, mostTold],
  );
  return rows.map(({ dueAt, ...row }) => ({ ...row, dueAt: new Date(dueAt) }));
}
