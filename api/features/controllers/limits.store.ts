import type { EntityManager } from '@mikro-orm/postgresql';
import { bool, type RowOf } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { ExtensionPoint } from '#api/lib/extension-point.ts';
import { appendEvents } from '#api/live/event-log.ts';
import type { App } from '#api/config/app.ts';
import { Refused } from '#api/lib/errors.ts';
import { lockTeam } from '../teams/lock-team.store.ts';
import { countedDevices, sameDevice } from '../packages/package-subscribers.store.ts';
import { Team } from '../teams/team.entity.ts';
import { allowed, betterPackage, isInactive, isReached, limitSentence } from '../packages/limits.ts';
import { packages } from '../packages/packages.service.ts';
import { Controller } from './controller.entity.ts';

/** Handles the consequences when part of a team is no longer monitored, in the same transaction. */
export type UnwatchedHandler = (em: EntityManager, teamId: string) => Promise<void>;

export const unwatchedHandlers = new ExtensionPoint<readonly UnwatchedHandler[]>('exceeded package limits');

/**
 * Due time of a controller that isn't monitored for now: over its package's limit, or its team's subscription
 * has ended. It keeps such controllers out of the search for due ones.
 */
export const pausedPollAt = '9999-01-01T00:00:00Z';

/**
 * Marks what exceeds the limits of the team's package. The oldest controllers, and their oldest devices, stay
 * monitored, and nothing is deleted. Call it in the transaction that changes the package, its limits, the
 * team's active period, its controllers or their selected sites. It takes the team's lock.
 */
export async function applyLimits(em: EntityManager, teamId: string): Promise<void> {
  await em.flush();
  await lockTeam(em, teamId);
  const controllers = await applyControllerLimit(em, teamId);
  await notifyLimitChanges(em, teamId, [...controllers, ...(await applyDeviceLimit(em, teamId))]);
}

/** Handles the consequences in the caller's transaction, which holds the team's lock, and updates screens. */
export async function notifyLimitChanges(
  em: EntityManager,
  teamId: string,
  settled: readonly { controllerId: string; over: boolean }[],
): Promise<void> {
  if (settled.some(({ over }) => over))
    for (const handle of unwatchedHandlers.value) await handle(em, teamId);
  const faces = new Set(settled.map(({ controllerId }) => controllerId));
  await appendEvents(
    em,
    teamId,
    [...faces].map((controllerId) => ({ kind: 'controller', controllerId })),
  );
}

/**
 * A reading in progress loses its claim on the controller and writes nothing. Controllers that are monitored
 * again are read immediately. A revoked key stays revoked.
 */
async function applyControllerLimit(
  em: EntityManager,
  teamId: string,
): Promise<{ controllerId: string; over: boolean }[]> {
  const rows = await queryRows(
    em,
    { controllerId: tables.controller.id, over: bool, changed: bool },
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
    [teamId, pausedPollAt, pausedPollAt, pausedPollAt],
  );
  return rows.filter(({ changed }) => changed);
}

/** A device that started or stopped being monitored. */
export type DeviceLimitChange = RowOf<typeof deviceLimitChange>;

const deviceLimitChange = { controllerId: tables.device.controller_id, mac: tables.device.mac, over: bool };

/**
 * Assigns the places in the team's package to its devices: the oldest controller's first, and per controller
 * the oldest devices first. A device on two controllers takes one place for both. The caller's transaction
 * holds the team's lock.
 */
export function applyDeviceLimit(em: EntityManager, teamId: string): Promise<DeviceLimitChange[]> {
  return queryRows(
    em,
    deviceLimitChange,
    `with counted as (
       select distinct on ${sameDevice} d.host_id, d.mac, c.created_at as controller_since, c.id as controller_id,
              d.created_at as since, coalesce(nullif(p.max_devices, -1), 2147483647) as places
         from controller c
         join team t on t.id = c.team_id
         left join package p on p.id = t.package_id
         join device d on d.controller_id = c.id
        where c.team_id = ? and ${countedDevices('team_id = ?')}
        order by d.host_id, d.mac, c.created_at, c.id),
     placed as (
       select host_id, mac, row_number() over (order by controller_since, controller_id, since, mac) > places as over
         from counted),
     settled as (
       select d.id, coalesce(placed.over, false) as over
         from controller c join device d on d.controller_id = c.id
         left join placed on placed.host_id = d.host_id and placed.mac = d.mac and ${countedDevices('team_id = ?')}
        where c.team_id = ?)
     update device set over_limit = settled.over from settled
      where settled.id = device.id and device.over_limit <> settled.over
     returning device.controller_id as "controllerId", device.mac, settled.over`,
    [teamId, teamId, teamId, teamId],
  );
}

/** Applies a package's changed limits to its teams, one by one. */
export async function applyPackageLimits({ orm }: App, { packageId }: { packageId: string }): Promise<void> {
  const em = orm.em.fork();
  const teams = await em.find(Team, { package: packageId }, { fields: ['id'], disableIdentityMap: true });
  for (const { id } of teams) await orm.em.fork().transactional((tx) => applyLimits(tx, id));
}

/**
 * Whether a team may add a controller. Decided under its lock, and also checked beforehand, so that no one
 * waits for UniFi in vain.
 * @throws Refused, naming the limit and a package with more
 */
export async function requireControllerSlot(em: EntityManager, teamId: string): Promise<void> {
  const team = await em.findOneOrFail(Team, teamId, { populate: ['package'], refresh: true });
  if (isInactive(team, new Date()))
    throw new Refused(
      'The subscription of your team has ended. Choose a package to add controllers.',
      'inactive',
    );
  const plan = team.package;
  if (!plan) return;
  const used = await em.count(Controller, { team: teamId });
  if (!isReached(plan, 'controllers', used)) return;
  const better = betterPackage(plan, 'controllers', used, await packages({ em }));
  throw new Refused(limitSentence(plan, 'controllers', better), 'plan_limit', {
    limit: 'controllers',
    allowed: allowed(plan, 'controllers'),
    betterPackage: better?.name ?? null,
  });
}

/**
 * SQL: whether a row of `controller` is monitored. It isn't if everyone in its team is suspended, if the
 * team's subscription has ended, or if it is over the package's limit.
 */
export const isWatched = `(
  not controller.over_limit
  and exists (select from team where team.id = controller.team_id and coalesce(active_until > now(), true))
  and exists (select from membership join "user" on "user".id = membership.user_id
               where membership.team_id = controller.team_id and not "user".suspended))`;
