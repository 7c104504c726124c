import { requireFreshProof } from '#api/graphql/access.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { Conflict, NotFound, Unauthenticated } from '#api/lib/errors.ts';
import { endSessions, ringMoved, ringSessions } from '#api/live/sessions.ts';
import { record } from '../audit/audit.service.ts';
import { addMail } from '../email/outbox.store.ts';
import { lockTeam, lockTeamFor } from '../teams/lock-team.ts';
import { Membership, TeamRole } from '../teams/membership.entity.ts';
import { findOwn } from '../teams/own.ts';
import { nameOf } from '../users/name-of.ts';
import { haveATeam } from './have-a-team.ts';
import { removedFromTeam, roleChanged } from './letters.ts';
import { endTokens, moveSessions, passesOf } from './passes.ts';
import type { TeamMember } from './team-member.ts';

/** Everybody in the viewer's team: the owner, then by when they joined. */
export async function teamMembers(ctx: CustomerContext): Promise<TeamMember[]> {
  const memberships = await ctx.em.find(
    Membership,
    { team: ctx.viewer.team },
    { populate: ['user'], orderBy: { createdAt: 'asc', id: 'asc' }, refresh: true },
  );
  const owners = memberships.filter(({ role }) => role === TeamRole.owner);
  const others = memberships.filter(({ role }) => role !== TeamRole.owner);
  return [...owners, ...others].map((membership) => shown(ctx, membership));
}

/**
 * Holds from the member's next request on.
 * @throws NotFound; Conflict for the owner, whose role changes by hand-over only
 */
export async function changeMemberRole(
  ctx: CustomerContext,
  id: string,
  role: TeamRole,
): Promise<TeamMember> {
  requireFreshProof(ctx);
  const membership = await ctx.em.transactional(async (em) => {
    await lockTeamFor(em, ctx, 'own');
    const found = await memberWith({ ...ctx, em }, id);
    if (role === TeamRole.owner) throw new Conflict('To make somebody else the owner, hand the team over.');
    if (found.role === TeamRole.owner)
      throw new Conflict('The owner stays the owner until they hand the team over.');
    if (found.role === role) return found;
    const { user, role: before } = found;
    found.role = role;
    await em.flush();
    await addMail(em, user.email, roleChanged(ctx, role));
    await record(em, ctx, {
      action: 'team.role',
      subject: user.email,
      subjectId: user.id,
      before: { role: before },
      after: { role, team: ctx.viewer.team.name },
    });
    return found;
  });
  ringMoved(ctx.app.bell, await passesOf(ctx.em, membership.user.id));
  return shown(ctx, membership);
}

/** Takes somebody out of the team: their sessions and API tokens in it end. @throws NotFound; Conflict for the owner */
export async function removeMember(ctx: CustomerContext, id: string): Promise<string> {
  const { user, ended } = await ctx.em.transactional(async (em) => {
    await lockTeamFor(em, ctx, 'own');
    const membership = await memberWith({ ...ctx, em }, id);
    const { user, role } = membership;
    if (role === TeamRole.owner) throw new Conflict('The owner cannot be removed. Hand the team over first.');
    await em.remove(membership).flush();
    await haveATeam(em, user);
    const of = { userId: user.id, teamId: ctx.viewer.team.id };
    const ended = [...(await endSessions(em, of)), ...(await endTokens(em, of))];
    await addMail(em, user.email, removedFromTeam(ctx));
    await record(em, ctx, {
      action: 'team.remove',
      subject: user.email,
      subjectId: user.id,
      before: { role, team: ctx.viewer.team.name },
    });
    return { user, ended };
  });
  ringSessions(ctx.app.bell, ended);
  // A socket that was opened before its session turned to another team, should that ring have been lost.
  ringMoved(ctx.app.bell, await passesOf(ctx.em, user.id));
  return id;
}

/** The person's sessions here go on in another team of theirs. @throws Conflict for the owner */
export async function leaveTeam(ctx: CustomerContext): Promise<boolean> {
  const { user, team } = ctx.viewer;
  const of = { userId: user.id, teamId: team.id };
  const { moved, ended } = await ctx.em.transactional(async (em) => {
    await lockTeam(em, team.id);
    const membership = await em.findOne(Membership, { user, team }, { refresh: true });
    if (!membership) throw new Unauthenticated();
    const { role } = membership;
    if (role === TeamRole.owner) throw new Conflict('The owner cannot leave. Hand the team over first.');
    await em.remove(membership).flush();
    const next = await haveATeam(em, user);
    const moved = await moveSessions(em, of, next.id);
    const ended = await endTokens(em, of);
    await record(em, ctx, {
      action: 'team.leave',
      subject: user.email,
      subjectId: user.id,
      before: { role, team: team.name },
    });
    return { moved, ended };
  });
  ringSessions(ctx.app.bell, ended);
  ringMoved(ctx.app.bell, moved);
  return true;
}

/** A membership of the viewer's team, as it is now. @throws NotFound */
export async function memberWith(ctx: CustomerContext, id: string): Promise<Membership> {
  const membership = await findOwn(ctx, Membership, id, 'Member');
  const failHandler = () => new NotFound('Member');
  return ctx.em.refreshOrFail(membership, { populate: ['user'], failHandler });
}

function shown({ viewer }: CustomerContext, { id, user, role, createdAt }: Membership): TeamMember {
  const { email } = user;
  return { id, name: nameOf(user), email, role, joinedAt: createdAt, you: user.id === viewer.user.id };
}
