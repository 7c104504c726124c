import type { CustomerContext } from '#api/graphql/context.ts';
import { NotFound } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import type { Controller } from './controller.entity.ts';
import { Device } from './device.entity.ts';

/** A device of a controller by its id or its MAC: that is where it is now, or was last. @throws NotFound */
export async function findDevice(
  { em }: Pick<CustomerContext, 'em'>,
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
