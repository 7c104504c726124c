import type { EntityManager } from '@mikro-orm/postgresql';
import type { Letter } from '../email/letter.ts';
import { addMail } from '../email/outbox.ts';
import { Membership, TeamRole } from '../teams/membership.entity.ts';
import type { Team } from '../teams/team.entity.ts';

/** Notes that something is told now. Answers false where it was told before, whoever does the same at this moment. */
export async function isFirst(
  em: EntityManager,
  team: Pick<Team, 'id'>,
  kind: string,
  about: string,
): Promise<boolean> {
  const added: unknown[] = await em.execute(
    'insert into billing_notice (team_id, kind, about) values (?, ?, ?) on conflict do nothing returning id',
    [team.id, kind, about],
  );
  return added.length > 0;
}

/** Mails a team's owner something about money, once; within the transaction of what it is about. */
export async function tellOwner(
  em: EntityManager,
  team: Pick<Team, 'id'>,
  about: string,
  letter: Letter,
): Promise<void> {
  if (!(await isFirst(em, team, letter.kind, about))) return;
  const owner = await em.findOne(
    Membership,
    { team: team.id, role: TeamRole.owner },
    { populate: ['user'], orderBy: { createdAt: 'asc', id: 'asc' } },
  );
  if (owner) await addMail(em, owner.user.email, letter);
}
