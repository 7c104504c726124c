import { addFirstPackages } from '#api/features/packages/first-packages.ts';
import { Currency, Package } from '#api/features/packages/package.entity.ts';
import { settleLimits } from '#api/features/controllers/settle-limits.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import type { Running } from './running.ts';

/** Puts the first price list there is into an empty database. */
export async function addPriceList({ app }: Running): Promise<void> {
  await addFirstPackages(app.orm.em.fork(), Currency.USD);
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
    await settleLimits(em, teamId);
  });
}
