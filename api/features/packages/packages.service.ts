import type { Context } from '#api/context.ts';
import { Package } from './package.entity.ts';

/** The price list, in its order. */
export function packages({ em }: Pick<Context, 'em'>): Promise<Package[]> {
  return em.find(Package, { isActive: true }, { orderBy: { position: 'asc', name: 'asc' } });
}
