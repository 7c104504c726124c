import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { maintain } from '#api/db/statement-timeout.ts';
import { keptDays } from './log.ts';

/** Events of a team that one statement removes: others don't wait long for it. */
const batch = 5000;

/** Nightly: removes events that no cursor may be resumed from. */
export async function removeOldEvents({ orm }: App, _payload: Record<string, never>): Promise<void> {
  const em = orm.em.fork();
  // Times are those of transactions and may be out of order, so removing by time alone could leave gaps in the numbers.
  const old = await maintain(em, (tx) =>
    tx.execute<{ team_id: string; seq: string }[]>(
      `select team_id, max(seq) as seq from event
        where created_at < now() - make_interval(days => ?) group by team_id`,
      [keptDays],
    ),
  );
  for (const { team_id, seq } of old) while ((await removeSome(em, team_id, seq)) === batch);
}

/** Removes the first events of a team, up to `seq`. @returns how many */
async function removeSome(em: EntityManager, teamId: string, seq: string): Promise<number> {
  const removed = await em.execute(
    `delete from event where (team_id, seq) in (
       select team_id, seq from event where team_id = ? and seq <= ? order by seq limit ${batch})
     returning seq`,
    [teamId, seq],
  );
  return removed.length;
}
