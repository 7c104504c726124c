import type { EntityManager } from '@mikro-orm/postgresql';
import { ExtensionPoint } from '#api/lib/extension-point.ts';
import { append } from '#api/live/log.ts';
import { lockTeam } from '../teams/lock-team.store.ts';
import { settleDevices } from './settle-devices.ts';

/** Writes what follows when something of a team is no longer watched, in the same transaction. */
export type UnwatchedHandler = (em: EntityManager, teamId: string) => Promise<void>;

export const unwatchedHandlers = new ExtensionPoint<readonly UnwatchedHandler[]>('exceeded package limits');

/**
 * When a controller is due that nobody watches for now: beyond its package, or of a team whose subscription has ended. So
 * whoever looks for what is due does not step over it each time.
 */
export const resting = '9999-01-01T00:00:00Z';

/**
 * Marks what lies beyond the limits of the team's package: the oldest controllers, and on them the oldest devices, stay
 * watched. Nothing is deleted. Called within the transaction of whatever changes the package, its limits, until when the
 * team is active, or its controllers; it takes the team's lock.
 */
export async function settleLimits(em: EntityManager, teamId: string): Promise<void> {
  await em.flush();
  await lockTeam(em, teamId);
  const controllers = await markControllers(em, teamId);
  await tellSettled(em, teamId, [...controllers, ...(await settleDevices(em, teamId))]);
}

/** Has all that follows written, in the caller's transaction, which holds the team's lock, and shown on screens. */
export async function tellSettled(
  em: EntityManager,
  teamId: string,
  settled: readonly { controllerId: string; over: boolean }[],
): Promise<void> {
  if (settled.some(({ over }) => over))
    for (const handle of unwatchedHandlers.value) await handle(em, teamId);
  const faces = new Set(settled.map(({ controllerId }) => controllerId));
  await append(
    em,
    teamId,
    [...faces].map((controllerId) => ({ kind: 'controller', controllerId })),
  );
}

/**
 * A reading that is under way loses its claim with its controller, and writes nothing. What is watched again is read at
 * once; a revoked key stays as it is.
 */
async function markControllers(
  em: EntityManager,
  teamId: string,
): Promise<{ controllerId: string; over: boolean }[]> {
  const rows: { controllerId: string; over: boolean; changed: boolean }[] = await em.execute(
    `with placed as (
       select c.id, c.over_limit as before,
              row_number() over (order by c.created_at, c.id) > coalesce(nullif(p.max_controllers, -1), 2147483647) as over,
              coalesce(t.active_until > now(), true) as active
         from controller c join team t on t.id = c.team_id left join package p on p.id = t.package_id
        where c.team_id = ?)
     update controller set over_limit = placed.over,
            claimed_until = case when placed.over then null else claimed_until end,
            next_poll_at = case when next_poll_at is null then null
                                when placed.over or not placed.active then ?::timestamptz
                                when next_poll_at = ?::timestamptz then now() else next_poll_at end
       from placed
      where placed.id = controller.id
        and (placed.over <> placed.before
             or (next_poll_at = ?::timestamptz) is distinct from (placed.over or not placed.active) and next_poll_at is not null)
     returning controller.id as "controllerId", placed.over, placed.over <> placed.before as changed`,
    [teamId, resting, resting, resting],
  );
  return rows.filter(({ changed }) => changed);
}
