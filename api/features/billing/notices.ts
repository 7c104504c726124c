import type { EntityManager } from '@mikro-orm/postgresql';
import type { Team } from '../teams/team.entity.ts';

/** Notes that something is told now. Answers false where it was told before, whoever does the same at this moment. */
export async function isFirst(
  em: EntityManager,
  team: Pick<Team, 'id'>,
  kind: string,
  about: string,
): Promise<boolean> {
  const added: unknown[] = await em
    .getConnection()
    .execute(
      'insert into billing_notice (team_id, kind, about) values (?, ?, ?) on conflict do nothing returning id',
      [team.id, kind, about],
      'all',
      em.getTransactionContext(),
    );
  return added.length > 0;
}
