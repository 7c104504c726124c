import { Package } from '#api/features/packages/package.entity.ts';
import { applyLimits } from '#api/features/controllers/limits.store.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import type { Running } from './running.ts';

const priceList = [
  { name: 'Starter Plan', price: '9.99', maxControllers: 1, maxDevices: 25, dataRetentionDays: 14 },
  { name: 'Professional Plan', price: '29.99', maxControllers: 5, maxDevices: 100, dataRetentionDays: 30 },
  { name: 'Provider Plan', price: '99.99', maxAlertsPerMonth: 10_000, dataRetentionDays: 90 },
];

/** Three packages, each allowing more than the one before; the last any number of controllers and devices. */
export async function addPriceList({ app }: Running): Promise<void> {
  const em = app.orm.em.fork();
  for (const [position, fields] of priceList.entries())
    em.persist(Object.assign(new Package(), { ...fields, position }));
  await em.flush();
}

/** Changes the limits of a package as its form does, in no transaction of the teams that have it. */
export async function limitPackage(
  { app }: Running,
  name: string,
  limits: Partial<Package>,
): Promise<string> {
  const em = app.orm.em.fork();
  const plan = await em.findOneOrFail(Package, { name });
  em.assign(plan, limits);
  await em.flush();
  return plan.id;
}

/** Gives a team a package, and what follows from it, as a subscription does. */
export async function give(
  { app }: Running,
  teamId: string,
  name: string | null,
  activeUntil: Date | null = null,
): Promise<void> {
  await app.orm.em.fork().transactional(async (em) => {
    const plan = name === null ? null : await em.findOneOrFail(Package, { name });
    em.assign(await em.findOneOrFail(Team, teamId), { package: plan, activeUntil });
    await applyLimits(em, teamId);
  });
}
