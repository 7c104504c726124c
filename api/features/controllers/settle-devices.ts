import type { EntityManager } from '@mikro-orm/postgresql';
import { countedDevices, sameDevice } from '../packages/package-subscribers.store.ts';

/** A device that was watched and is no more, or the other way round. */
export interface SettledDevice {
  controllerId: string;
  mac: string;
  over: boolean;
}

/**
 * Gives the places of the team's package to the devices that count against it: those of the oldest controller first, and
 * of each the oldest first. A device that two controllers monitor takes one place for both. The caller's transaction holds
 * the team's lock.
 */
export function settleDevices(em: EntityManager, teamId: string): Promise<SettledDevice[]> {
  return em.execute<SettledDevice[]>(
    `with counted as (
       select distinct on ${sameDevice} d.host_id, d.mac, c.created_at as controller_since, c.id as controller_id,
              d.created_at as since, coalesce(nullif(p.max_devices, -1), 2147483647) as places
         from controller c
         join team t on t.id = c.team_id
         left join package p on p.id = t.package_id
         join device d on d.controller_id = c.id
        where c.team_id = ? and ${countedDevices}
        order by d.host_id, d.mac, c.created_at, c.id),
     placed as (
       select host_id, mac, row_number() over (order by controller_since, controller_id, since, mac) > places as over
         from counted),
     settled as (
       select d.id, coalesce(placed.over, false) as over
         from controller c join device d on d.controller_id = c.id
         left join placed on placed.host_id = d.host_id and placed.mac = d.mac and ${countedDevices}
        where c.team_id = ?)
     update device set over_limit = settled.over from settled
      where settled.id = device.id and device.over_limit <> settled.over
     returning device.controller_id as "controllerId", device.mac, settled.over`,
    [teamId, teamId],
  );
}
