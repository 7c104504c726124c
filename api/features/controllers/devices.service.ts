import { raw, type FilterQuery } from '@mikro-orm/core';
import { Field, Int, ObjectType } from 'type-graphql';
import { int, notNull } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { containing, wordsOf } from '#api/db/text-search.ts';
import { NotFound } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import { findOwn } from '../teams/lock-team.store.ts';
import { Controller } from './controller.entity.ts';
import type { DeviceSearch } from './controller.input.ts';
import { Device } from './device.entity.ts';
import type { DeviceReading } from '../unifi/reading.ts';

@ObjectType({ description: "A model of your team's devices." })
export class ModelCount {
  @Field({ description: 'Model as UniFi names it, such as `U7 Pro`.' })
  model!: string;

  @Field(() => Int, { description: 'Number of devices of this model.' })
  devices!: number;
}

/**
 * The devices of a site, or of a controller's monitored sites, as last seen: by name or offline ones first.
 * @throws NotFound for the controller or `after`
 */
export async function devices(
  ctx: ViewerContext,
  controllerId: string,
  { siteId, search, first, worstFirst, after }: DeviceSearch,
): Promise<Device[]> {
  const controller = await findOwn(ctx, Controller, controllerId, 'Controller');
  const last = after && (await findDevice(ctx, controller, after));
  const sites = siteId ? [siteId] : controller.selectedSiteIds;
  const found: FilterQuery<Device> = {
    controller,
    leftAt: null,
    ...(sites && { hostId: { $in: sites } }),
    $and: wordsOf(search).map((word) => ({ $or: matching(word) })),
  };
  const byName = { name: 'asc', mac: 'asc', id: 'asc' } as const;
  const orderBy = worstFirst ? [{ [raw(severityOrder)]: 'asc' }, byName] : byName;
  const where = last ? { $and: [found, behind(last, worstFirst)] } : found;
  return ctx.em.find(Device, where, { orderBy, limit: first });
}

const worst: DeviceReading['state'][] = ['offline', 'impaired', 'unknown', 'busy', 'online'];
/** SQL for the rank of a device's state: 1 is the worst. */
export const severityOrder = `array_position(array[${worst.map((state) => `'${state}'`).join(', ')}], state)`;

/** Devices after a cursor. The database compares the names, because it also sorted them. */
function behind({ id, name, mac, state }: Device, worstFirst: boolean): FilterQuery<Device> {
  const later: FilterQuery<Device>[] = [
    { name: { $gt: name } },
    { name, mac: { $gt: mac } },
    { name, mac, id: { $gt: id } },
  ];
  if (!worstFirst) return { $or: later };
  const better = worst.slice(worst.indexOf(state) + 1);
  return { $or: [{ state: { $in: better } }, { state, $or: later }] };
}

/** The models of the team's devices, the most frequent first. */
export function deviceModels({ em, viewer }: ViewerContext): Promise<ModelCount[]> {
  return queryRows(
    em,
    { model: notNull(tables.device.model), devices: int },
    `select d.model, count(distinct (d.host_id, d.mac))::int as devices
       from device d join controller c on c.id = d.controller_id
      where c.team_id = ? and d.left_at is null and d.model is not null
      group by d.model order by count(*) desc, d.model limit 1000`,
    [viewer.team.id],
  );
}

function matching(word: string): FilterQuery<Device>[] {
  const $ilike = containing(word);
  const [mac, ip] = [macPart(word), ipPart(word)];
  return [
    { name: { $ilike } },
    { model: { $ilike } },
    ...(mac ? [{ mac: { $like: `%${mac}%` } }] : []),
    ...(ip ? [{ ip: { $like: `%${ip}%` } }] : []),
  ];
}

/** The digits of a word that may be part of a MAC address, with colons, dashes, dots or none. */
export function macPart(word: string): string | undefined {
  const digits = word.replace(/[-:.]/g, '');
  return /^[0-9A-Fa-f]+$/.test(digits) && !isIpv4Part(word) ? digits.toUpperCase() : undefined;
}

/** A word that may be part of an IP address. A number alone isn't: it's more likely part of a name. */
export function ipPart(word: string): string | undefined {
  return isIpv4Part(word) || /^[0-9a-f]*:[0-9a-f:]*$/i.test(word) ? word.toLowerCase() : undefined;
}

const isIpv4Part = (word: string): boolean => /^\.?\d{1,3}(\.\d{1,3})*\.?$/.test(word) && word.includes('.');

/**
 * A controller's device by ID or MAC, at its current or last location.
 * @throws NotFound
 */
export async function findDevice(
  { em }: Pick<ViewerContext, 'em'>,
  controller: Controller,
  id: string,
): Promise<Device> {
  if (!isId(id) && !/^[0-9A-F]{12}$/.test(id)) throw new NotFound('Device');
  const where = { controller, ...(isId(id) ? { id } : { mac: id }) };
  const [device] = await em.find(Device, where, {
    orderBy: { leftAt: 'desc nulls first', stateSince: 'desc' },
    limit: 1,
  });
  if (!device) throw new NotFound('Device');
  return device;
}
