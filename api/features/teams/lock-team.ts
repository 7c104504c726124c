import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Alerts, standings, rules and controllers (but for what a round sees of them) change only under their team's lock, taken before any
 * other: changes come in the order of their events, and two writers never wait for each other in a circle.
 * It lets new rows refer to the team meanwhile. Held until the caller's transaction ends.
 */
export async function lockTeam(em: EntityManager, teamId: string): Promise<void> {
  await em
    .getConnection()
    .execute(
      'select from "team" where id = ? for no key update',
      [teamId],
      'run',
      em.getTransactionContext(),
    );
}
