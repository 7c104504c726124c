import type { EntityManager } from '@mikro-orm/postgresql';

/** A device that was watched and is no more, or the other way round. */
export interface SettledDevice {
  controllerId: string;
  mac: string;
  over: boolean;
}

/**
 * Gives the places of the team's package to the devices of its watched controllers: those of the oldest controller first,
 * and of each the oldest first. A device that has left the list of a console that is read holds none after an hour: it
 * was removed; when it comes back it has its place again. The caller's transaction holds the team's lock.
 */
export function settleDevices(em: EntityManager, teamId: string): Promise<SettledDevice[]> {
  return em.getConnection().execute<SettledDevice[]>(
    `with placed as (
       select d.id, row_number() over (order by c.created_at, c.id, d.created_at, d.mac)
                    > coalesce(nullif(p.max_devices, -1), 2147483647) as over
         from controller c
         join team t on t.id = c.team_id
         left join package p on p.id = t.package_id
         join device d on d.controller_id = c.id and d.host_id = coalesce(c.selected_site_id, d.host_id)
        where c.team_id = ? and not c.over_limit
          and (d.state <> 'unknown' or d.state_since > now() - interval '1 hour' or not exists (
            select from device seen
             where seen.controller_id = d.controller_id and seen.host_id = d.host_id and seen.state <> 'unknown'))),
     settled as (
       select d.id, coalesce(placed.over, false) as over
         from controller c join device d on d.controller_id = c.id left join placed on placed.id = d.id
        where c.team_id = ?)
     update device set over_limit = settled.over from settled
      where settled.id = device.id and device.over_limit <> settled.over
     returning device.controller_id as "controllerId", device.mac, settled.over`,
    [teamId, teamId],
    'all',
    em.getTransactionContext(),
  );
}
