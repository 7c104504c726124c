import type { App } from '#api/config/app.ts';
import { Team } from '../teams/team.entity.ts';
import { settleLimits } from './settle-limits.ts';

/** The limits of a package were changed: what its teams watch follows, team by team. */
export async function settlePackage({ orm }: App, { packageId }: { packageId: string }): Promise<void> {
  const em = orm.em.fork();
  const teams = await em.find(Team, { package: packageId }, { fields: ['id'], disableIdentityMap: true });
  for (const { id } of teams) await orm.em.fork().transactional((tx) => settleLimits(tx, id));
}
