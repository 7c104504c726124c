import type { CustomerContext } from '#api/graphql/context.ts';
import { Conflict } from '#api/lib/errors.ts';
import { ringMoved } from '#api/live/sessions.ts';
import { record } from '../audit/audit.service.ts';
import { confirmPerson, lockConfirmed } from '../auth/sign-in/confirm-person.store.ts';
import { queueReading } from '../teams/queue-reading.ts';
import { addMail } from '../email/outbox.store.ts';
import { lockTeamFor } from '../teams/lock-team.ts';
import { Membership, TeamRole } from '../teams/membership.entity.ts';
import { nameOf } from '../users/name-of.ts';
import type { HandOverInput } from './hand-over.input.ts';
import { handedOver, nowOwner } from './letters.ts';
import { memberWith, teamMembers } from './members.service.ts';
import { passesOf } from './passes.ts';
import type { TeamMember } from './team-member.ts';

/**
 * Makes a member the owner, and the owner a member: there is always exactly one. The package is the team's.
 * @throws Invalid for a wrong password or code, NotFound, Conflict, TooMany
 */
export async function handOverTeam(
  ctx: CustomerContext,
  { memberId, password, mfaToken }: HandOverInput,
): Promise<TeamMember[]> {
  const confirmed = await confirmPerson(ctx, { password, mfaToken });
  const { user, team } = ctx.viewer;
  const heir = await ctx.em.transactional(async (em) => {
    await lockTeamFor(em, ctx, 'own');
    await lockConfirmed(em, ctx, confirmed);
    const own = { ...ctx, em };
    const next = await memberWith(own, memberId);
    if (next.user.id === user.id) throw new Conflict('You own this team already.');
    if (next.user.suspended) throw new Conflict(`The account of ${nameOf(next.user)} has been deactivated.`);
    await em.nativeUpdate(Membership, { user, team }, { role: TeamRole.member });
    await em.nativeUpdate(Membership, { id: next.id }, { role: TeamRole.owner });
    await queueReading(em, team.id);
    await addMail(em, next.user.email, nowOwner(ctx));
    await addMail(em, user.email, handedOver(ctx, nameOf(next.user)));
    await record(em, ctx, {
      action: 'team.hand_over',
      subject: team.name,
      subjectId: team.id,
      before: { owner: user.email },
      after: { owner: next.user.email },
    });
    // Once more for each of the two, so that it stands in the record of the person as well.
    for (const [person, before, role] of [
      [next.user, next.role, TeamRole.owner],
      [user, TeamRole.owner, TeamRole.member],
    ] as const) {
      await record(em, ctx, {
        action: 'team.role',
        subject: person.email,
        subjectId: person.id,
        before: { role: before },
        after: { role, team: team.name },
      });
    }
    return next.user;
  });
  for (const { id } of [user, heir]) ringMoved(ctx.app.bell, await passesOf(ctx.em, id));
  return teamMembers(ctx);
}
