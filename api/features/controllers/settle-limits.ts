import type { EntityManager } from '@mikro-orm/postgresql';
import { append } from '#api/events/log.ts';
import { lockTeam } from '../teams/lock-team.ts';
import { settleDevices } from './settle-devices.ts';

/** What lies beyond its team's package since now, and is not watched any more. */
export interface Fallen {
  controllerIds: string[];
  devices: { controllerId: string; mac: string }[];
}

/** Writes what follows from it, in the same transaction. */
export type FallenFollower = (em: EntityManager, teamId: string, fallen: Fallen) => Promise<void>;

const followers = new Set<FallenFollower>();

/** Has a feature above this one write along when something is not watched any more. Called once, where it is defined. */
export function followFallen(follower: FallenFollower): void {
  followers.add(follower);
}

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
  const changed = await markControllers(em, teamId);
  const devices = await settleDevices(em, teamId);
  const controllerIds = changed.filter(({ over }) => over).map(({ id }) => id);
  await tellFallen(em, teamId, { controllerIds, devices: devices.filter(({ over }) => over) });
  const faces = new Set([...changed.map(({ id }) => id), ...devices.map(({ controllerId }) => controllerId)]);
  const kind = 'controller' as const;
  await append(
    em,
    teamId,
    [...faces].map((controllerId) => ({ kind, controllerId })),
  );
}

/** Has all that follows written, in the caller's transaction, which holds the team's lock. */
export async function tellFallen(em: EntityManager, teamId: string, fallen: Fallen): Promise<void> {
  if (fallen.controllerIds.length + fallen.devices.length === 0) return;
  for (const follower of followers) await follower(em, teamId, fallen);
}

/**
 * A reading that is under way loses its claim with its controller, and writes nothing. What is watched again is read at
 * once; a revoked key stays as it is.
 */
async function markControllers(em: EntityManager, teamId: string): Promise<{ id: string; over: boolean }[]> {
  const rows: { id: string; over: boolean; changed: boolean }[] = await em.getConnection().execute(
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
     returning controller.id, placed.over, placed.over <> placed.before as changed`,
    [teamId, resting, resting, resting],
    'all',
    em.getTransactionContext(),
  );
  return rows.filter(({ changed }) => changed);
}
