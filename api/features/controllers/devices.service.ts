import type { FilterQuery } from '@mikro-orm/core';
import type { CustomerContext } from '#api/context.ts';
import { containing, wordsOf } from '#api/text-search.ts';
import { findOwn } from '../teams/own.ts';
import { Controller } from './controller.entity.ts';
import type { DeviceSearch } from './device-search.args.ts';
import { Device } from './device.entity.ts';

/** A controller's devices as they were last seen, by name. @throws NotFound */
export async function devices(
  ctx: CustomerContext,
  controllerId: string,
  { siteId, search, first }: DeviceSearch,
): Promise<Device[]> {
  const controller = await findOwn(ctx, Controller, controllerId, 'Controller');
  const where: FilterQuery<Device> = {
    controller,
    ...(siteId && { hostId: siteId }),
    $and: wordsOf(search).map((word) => ({ $or: matching(word) })),
  };
  return ctx.em.find(Device, where, { orderBy: { name: 'asc', mac: 'asc' }, limit: first });
}

function matching(word: string): FilterQuery<Device>[] {
  const $ilike = containing(word);
  const digits = word.replace(/[-:.]/g, '');
  return [
    { name: { $ilike } },
    { model: { $ilike } },
    ...(/^[0-9A-Fa-f]+$/.test(digits) ? [{ mac: { $like: `%${digits.toUpperCase()}%` } }] : []),
  ];
}
