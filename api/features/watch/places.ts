import type { EntityManager } from '@mikro-orm/postgresql';
import type { Controller } from '../controllers/controller.entity.ts';
import type { Reading } from '../unifi/console-reading.ts';
import { settleDevices } from '../controllers/settle-devices.ts';
import { tellSettled } from '../controllers/settle-limits.ts';
import type { KnownDevice } from './change.ts';

/**
 * Which devices of a controller are not watched, once what a round saw of them is written; under the team's lock. Nothing
 * is asked while nothing comes or goes and every device has its place.
 */
export async function beyondLimit(
  em: EntityManager,
  controller: Controller,
  before: ReadonlySet<string>,
  changed: readonly KnownDevice[],
): Promise<ReadonlySet<string>> {
  const teamId = controller.team.id;
  if (before.size === 0 && (changed.length === 0 || !(await isLimited(em, teamId)))) return before;
  const settled = await settleDevices(em, teamId);
  if (settled.length === 0) return before;
  await tellSettled(em, teamId, settled);
  const now = new Set(before);
  for (const { controllerId, mac, over } of settled) {
    if (controllerId !== controller.id) continue;
    if (over) now.add(mac);
    else now.delete(mac);
  }
  return now;
}

/** MACs of a controller's devices that lie beyond the package now: UniFi need not be asked for their figures. */
export async function unwatchedOf(em: EntityManager, controller: Controller): Promise<ReadonlySet<string>> {
  const devices = await em.execute<{ mac: string }[]>(
    'select mac from device where controller_id = ? and over_limit',
    [controller.id],
  );
  return new Set(devices.map(({ mac }) => mac));
}

async function isLimited(em: EntityManager, teamId: string): Promise<boolean> {
  const [row] = await em.execute<{ most: number }[]>(
    'select max_devices as most from team join package on package.id = team.package_id where team.id = ?',
    [teamId],
  );
  return row !== undefined && row.most >= 0;
}

/** A reading as it is judged and measured. */
export function without(reading: Reading, beyond: ReadonlySet<string>): Reading {
  if (beyond.size === 0) return reading;
  const consoles = reading.consoles.map((console) => ({
    ...console,
    devices: console.devices.filter(({ mac }) => !beyond.has(mac)),
  }));
  return { ...reading, consoles };
}
