import type { Context } from '#api/graphql/context.ts';
import { Package } from './package.entity.ts';

/** The price list as visitors read it: kept in memory until somebody changes it. */
export function priceList({ app }: Pick<Context, 'app'>): Promise<Package[]> {
  return app.content.read('packages', () => packages({ em: app.orm.em.fork() }));
}

/** The price list as it is now, in its order. */
export function packages({ em }: Pick<Context, 'em'>): Promise<Package[]> {
  return em.find(Package, { isActive: true }, { orderBy: { position: 'asc', name: 'asc' } });
}
