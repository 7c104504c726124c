import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { maintain } from '#api/db/statement-timeout.ts';
import { changeRows } from '#api/db/query-rows.ts';
import type { StateChange } from './metrics.entity.ts';

/** Days for which changes of states are kept. */
const keptDays = 90;

/**
 * Stores the states that differ from the last ones stored, in the caller's transaction.
 * @param at when the round was due
 */
export async function recordStates(
  em: EntityManager,
  controllerId: string,
  at: Date,
  states: readonly Pick<StateChange, 'hostId' | 'mac' | 'since' | 'state' | 'stateReason' | 'downPorts'>[],
): Promise<void> {
  if (states.length === 0) return;
  await em.execute(
    `insert into state_change (controller_id, host_id, mac, at, since, state, state_reason, down_ports)
     select ?, "hostId", mac, ?, since, state, "stateReason", "downPorts"
       from json_to_recordset(?::json)
              as now ("hostId" text, mac text, since timestamptz, state text, "stateReason" text, "downPorts" int[])
      where not exists (
        select from (
          select state, state_reason, down_ports from state_change
           where controller_id = ? and host_id = now."hostId" and mac = now.mac and at <= ?
           order by at desc limit 1) as last
         where last.state = now.state and last.state_reason is not distinct from now."stateReason"
           and last.down_ports is not distinct from now."downPorts")
     on conflict (controller_id, host_id, mac, at) do update
        set since = excluded.since, state = excluded.state, state_reason = excluded.state_reason, down_ports = excluded.down_ports`,
    [controllerId, at, JSON.stringify(states), controllerId, at],
    'run',
  );
}

/** Adds states that samples prove, for the time before all changes were stored. In the caller's transaction. */
export async function recordEarlierStates(
  em: EntityManager,
  controllerId: string,
  states: readonly { deviceId: string; at: Date; state: string }[],
): Promise<void> {
  if (states.length === 0) return;
  const found = JSON.stringify(states);
  await em.execute(
    `insert into state_change (controller_id, host_id, mac, at, state)
     select device.controller_id, device.host_id, device.mac, found.at, found.state
       from json_to_recordset(?::json) as found ("deviceId" uuid, at timestamptz, state text)
       join device on device.id = "deviceId" join controller on controller.id = device.controller_id
      where controller.id = ? and (states_since is null or found.at < states_since)
     on conflict do nothing`,
    [found, controllerId],
    'run',
  );
}

/** Rows deleted by one statement. */
const batch = 5000;

/** Nightly: deletes changes that are no longer needed. The last state of each device, console and line stays. */
export async function removeOldStates({ orm }: App, _payload: Record<string, never>): Promise<void> {
  const em = orm.em.fork();
  const before = new Date(Date.now() - keptDays * 86_400_000);
  for (const statement of [oldStates, oldLines]) {
    let gone: number;
    do gone = await maintain(em, (tx) => changeRows(tx, statement, [before, before]));
    while (gone === batch);
  }
}

const oldStates = `
  delete from state_change where (controller_id, host_id, mac, at) in (
    select controller_id, host_id, mac, at from state_change old
     where at < ? and exists (
       select from state_change newer
        where newer.controller_id = old.controller_id and newer.host_id = old.host_id and newer.mac = old.mac
          and newer.at > old.at and newer.at <= ?)
     limit ${batch})`;

const oldLines = `
  delete from line_change where (wan_id, at) in (
    select wan_id, at from line_change old
     where at < ? and exists (
       select from line_change newer where newer.wan_id = old.wan_id and newer.at > old.at and newer.at <= ?)
     limit ${batch})`;
