import type { EntityManager } from '@mikro-orm/postgresql';
import type { Sight } from './sight.ts';

/**
 * Begins and ends stretches where something changed since the round before, in the caller's transaction. A console that is
 * not among them any more is not looked at.
 * @param at when the round was due
 */
export async function keepSights(
  em: EntityManager,
  controllerId: string,
  at: Date,
  sights: readonly Sight[],
): Promise<void> {
  await em.execute(
    `with now as (
       select * from json_to_recordset(?::json) as seen ("hostId" text, seen boolean, problem text)
     ), open as (
       select id, host_id, seen, problem from sight_stretch where controller_id = ? and until is null
     ), ended as (
       update sight_stretch set until = ? where id in (
         select id from open where not exists (
           select from now where now."hostId" = open.host_id and now.seen = open.seen
              and now.problem is not distinct from open.problem))
     )
     insert into sight_stretch (controller_id, host_id, began, seen, problem)
     select ?, "hostId", ?, now.seen, now.problem from now where not exists (
       select from open where now."hostId" = open.host_id and now.seen = open.seen
          and now.problem is not distinct from open.problem)`,
    [JSON.stringify(sights), controllerId, at, controllerId, at],
    'run',
  );
}

/** Nobody looked from then on: whatever was seen before is not said of that time. */
export async function endSights(em: EntityManager, controllerId: string, at: Date): Promise<void> {
  await em.execute(
    'update sight_stretch set until = greatest(began, ?) where controller_id = ? and until is null',
    [at, controllerId],
    'run',
  );
}
