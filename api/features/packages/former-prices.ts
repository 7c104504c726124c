import type { EntityManager } from '@mikro-orm/postgresql';
import type { FieldErrors } from '#api/lib/errors.ts';
import type { Package } from './package.entity.ts';

/**
 * What is wrong with price ids that were another package's before: whoever still pays such a price keeps that package, and
 * would be given this one instead.
 */
export async function formerPriceProblem(
  em: EntityManager,
  { id, stripePriceId, stripePriceIdUsd }: Pick<Package, 'id' | 'stripePriceId' | 'stripePriceIdUsd'>,
): Promise<FieldErrors | undefined> {
  for (const [field, price] of Object.entries({ stripePriceId, stripePriceIdUsd })) {
    if (!price) continue;
    const [holder] = await em.execute<{ name: string }[]>(
      `select p.name from subscription s join package p on p.id = s.package_id
        where s.price_id = ? and p.id is distinct from ?::uuid and s.status not in ('canceled', 'incomplete_expired')
        order by p.name limit 1`,
      [price, id ?? null],
    );
    if (holder) return { [field]: `Subscribers of ${holder.name} still pay this price: it stays theirs` };
  }
  return undefined;
}
