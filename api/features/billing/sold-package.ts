import type { EntityManager } from '@mikro-orm/postgresql';
import { NotFound, Refused } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import { Package } from '../packages/package.entity.ts';
import { PaymentSettings } from './payment-settings.entity.ts';

/** A package of the price list, as it is now. @throws NotFound, also for one that is not sold any more */
export async function soldPackage(em: EntityManager, id: string): Promise<Package> {
  const found = isId(id) ? await em.findOne(Package, { id, isActive: true }, { refresh: true }) : null;
  if (!found) throw new NotFound('Package');
  return found;
}

/** @throws Refused while nothing is sold */
export async function checkPurchasing(em: EntityManager): Promise<void> {
  if ((await em.count(PaymentSettings, { id: 1, purchasingEnabled: true })) === 0)
    throw new Refused('Purchasing is switched off at the moment.');
}
