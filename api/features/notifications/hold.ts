import type { EntityManager } from '@mikro-orm/postgresql';
import { deciderFor, type Decider } from './decide.ts';
import { judgeAll, pageSize, type Pending } from './judge-anew.ts';
import { teamOf } from './plan-facts.ts';

/** A time after every other. */
export const never = new Date('9999-12-31T00:00:00Z');

/**
 * Quiet hours or maintenance are over: what is still wrong is told, what is over is not, and where another reason to
 * wait has come meanwhile it waits on. Within the caller's transaction, which holds the destination.
 * @param until also those that are held until then: their window may have been changed
 */
export async function release(
  em: EntityManager,
  { id, teamId }: { id: string; teamId: string },
  now: Date,
  until: Date = now,
): Promise<void> {
  let decider: Decider | undefined;
  await judgeAll(
    em,
    async () => (decider ??= deciderFor(await teamOf(em, teamId), now)),
    (after) =>
      em.execute<Pending[]>(
        `select id, alert_id as "alertId", channel, recipient, kind, coalesce(reason_code, 'quiet_hours') as "heldFor" from delivery
          where integration_id = ? and status = 'held' and not_before <= ? and id > ?
          order by id limit ${pageSize}`,
        [id, until, after],
      ),
  );
}
