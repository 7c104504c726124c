import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '#api/graphql/context.ts';
import { Package, Currency } from './package.entity.ts';

/** Price list for visitors, cached until someone changes it. */
export function priceList({ app }: Pick<Context, 'app'>): Promise<Package[]> {
  return app.content.read('packages', () => packages({ em: app.orm.em.fork() }));
}

/** Current price list, in order. */
export function packages({ em }: Pick<Context, 'em'>): Promise<Package[]> {
  return em.find(Package, { isActive: true }, { orderBy: { position: 'asc', name: 'asc' } });
}

/**
 * Price list of a new installation, which the operator can change. The second package is marked most popular.
 */
const firstPackages = [
  {
    name: 'Free',
    description: 'One site, for as long as you like.',
    price: '0',
    maxControllers: 1,
    maxDevices: 10,
    maxAlertsPerMonth: 100,
    dataRetentionDays: 7,
    features: ['Live alerts', 'Email notifications'],
  },
  {
    name: 'Professional Plan',
    description: 'Several sites under one roof.',
    price: '29.99',
    maxControllers: 5,
    maxDevices: 100,
    features: ['Live alerts', 'Every notification channel', 'HaloPSA tickets', 'Maintenance windows'],
  },
  {
    name: 'Provider Plan',
    description: 'For those who run the networks of others.',
    price: '99.99',
    maxAlertsPerMonth: 10_000,
    dataRetentionDays: 90,
    features: [
      'Everything in the Professional Plan',
      'Unlimited controllers and devices',
      '90 days of history',
    ],
  },
];

export async function addFirstPackages(em: EntityManager, currency: Currency): Promise<void> {
  if ((await em.count(Package)) > 0) return;
  for (const [position, fields] of firstPackages.entries()) {
    em.persist(Object.assign(new Package(), { ...fields, currency, position }));
  }
  await em.flush();
}
