import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { requireFreshProof } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Conflict, NotFound, Unauthenticated } from '#api/lib/errors.ts';
import { endSessions, publishSessionsMoved, publishSessionsEnded } from '#api/live/sessions.ts';
import { record } from '../audit/audit.service.ts';
import { addEmail } from '../email/outbox.store.ts';
import { lockTeam, lockTeamFor, findOwn } from '../teams/lock-team.store.ts';
import { Membership, TeamRole } from '../teams/membership.entity.ts';
import { nameOf, User } from '../users/user.entity.ts';
import { removedFromTeam, roleChanged, handedOver, nowOwner } from './emails.ts';
import type { TeamMember } from './team-member.ts';
import { reauthenticate, lockReauthenticated } from '../auth/sign-in/reauthenticate.store.ts';
import { queuePoll } from '../teams/teams.service.ts';
import type { TransferOwnershipInput } from './members.input.ts';
import { newTeam } from '../auth/registration/accounts.store.ts';
import { type Team, endOfTrial } from '../teams/team.entity.ts';
import { Session } from '../auth/session/session.entity.ts';
import { ApiToken } from '../tokens/api-token.entity.ts';

/** Members of the viewer's team: the owner first, then by join date. */
export async function teamMembers(ctx: ViewerContext): Promise<TeamMember[]> {
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
 * Changes a role, effective from the member's next request. @throws NotFound, Conflict for the owner, whose
 * role only changes by transferring ownership
 */
export async function changeMemberRole(ctx: ViewerContext, id: string, role: TeamRole): Promise<TeamMember> {
  requireFreshProof(ctx);
  const membership = await ctx.em.transactional(async (em) => {
    await lockTeamFor(em, ctx, 'own');
    const found = await memberWith({ ...ctx, em }, id);
    if (role === TeamRole.owner) throw new Conflict('To change the owner, transfer ownership of the team.');
    if (found.role === TeamRole.owner)
      throw new Conflict("The owner's role can't be changed. Transfer ownership first.");
    if (found.role === role) return found;
    const { user, role: before } = found;
    found.role = role;
    await em.flush();
    await addEmail(em, user.email, roleChanged(ctx, role));
    await record(em, ctx, {
      action: 'team.role',
      subject: user.email,
      subjectId: user.id,
      before: { role: before },
      after: { role, team: ctx.viewer.team.name },
    });
    return found;
  });
  publishSessionsMoved(ctx.app.pubsub, await credentialIdsOf(ctx.em, membership.user.id));
  return shown(ctx, membership);
}

/** Removes a member, ending their sessions and API tokens in the team. @throws NotFound; Conflict for the owner */
export async function removeMember(ctx: ViewerContext, id: string): Promise<string> {
  const { user, ended } = await ctx.em.transactional(async (em) => {
    await lockTeamFor(em, ctx, 'own');
    const membership = await memberWith({ ...ctx, em }, id);
    const { user, role } = membership;
    if (role === TeamRole.owner) throw new Conflict("The owner can't be removed. Transfer ownership first.");
    await em.remove(membership).flush();
    await ensureTeam(em, user);
    const of = { userId: user.id, teamId: ctx.viewer.team.id };
    const ended = [...(await endSessions(em, of)), ...(await deleteApiTokens(em, of))];
    await addEmail(em, user.email, removedFromTeam(ctx));
    await record(em, ctx, {
      action: 'team.remove',
      subject: user.email,
      subjectId: user.id,
      before: { role, team: ctx.viewer.team.name },
    });
    return { user, ended };
  });
  publishSessionsEnded(ctx.app.pubsub, ended);
  // Closes sockets opened before the session switched teams, in case the earlier notification was lost.
  publishSessionsMoved(ctx.app.pubsub, await credentialIdsOf(ctx.em, user.id));
  return id;
}

/** Leaves the team. Their sessions continue in another of their teams. @throws Conflict for the owner */
export async function leaveTeam(ctx: ViewerContext): Promise<boolean> {
  const { user, team } = ctx.viewer;
  const of = { userId: user.id, teamId: team.id };
  const { moved, ended } = await ctx.em.transactional(async (em) => {
    await lockTeam(em, team.id);
    const membership = await em.findOne(Membership, { user, team }, { refresh: true });
    if (!membership) throw new Unauthenticated();
    const { role } = membership;
    if (role === TeamRole.owner)
      throw new Conflict("The owner can't leave the team. Transfer ownership first.");
    await em.remove(membership).flush();
    const next = await ensureTeam(em, user);
    const moved = await moveSessions(em, of, next.id);
    const ended = await deleteApiTokens(em, of);
    await record(em, ctx, {
      action: 'team.leave',
      subject: user.email,
      subjectId: user.id,
      before: { role, team: team.name },
    });
    return { moved, ended };
  });
  publishSessionsEnded(ctx.app.pubsub, ended);
  publishSessionsMoved(ctx.app.pubsub, moved);
  return true;
}

/** @throws NotFound */
export async function memberWith(ctx: ViewerContext, id: string): Promise<Membership> {
  const membership = await findOwn(ctx, Membership, id, 'Member');
  const failHandler = () => new NotFound('Member');
  return ctx.em.refreshOrFail(membership, { populate: ['user'], failHandler });
}

function shown({ viewer }: ViewerContext, { id, user, role, createdAt }: Membership): TeamMember {
  const { email } = user;
  return { id, name: nameOf(user), email, role, joinedAt: createdAt, you: user.id === viewer.user.id };
}

/**
 * Makes a member the owner, and the owner a member. A team always has exactly one owner and keeps its
 * package. @throws Invalid for a wrong password or code, NotFound, Conflict, TooMany
 */
export async function transferOwnership(
  ctx: ViewerContext,
  { memberId, password, mfaToken }: TransferOwnershipInput,
): Promise<TeamMember[]> {
  const confirmed = await reauthenticate(ctx, { password, mfaToken });
  const { user, team } = ctx.viewer;
  const heir = await ctx.em.transactional(async (em) => {
    await lockTeamFor(em, ctx, 'own');
    await lockReauthenticated(em, ctx, confirmed);
    const own = { ...ctx, em };
    const next = await memberWith(own, memberId);
    if (next.user.id === user.id) throw new Conflict('You already own this team.');
    if (next.user.suspended) throw new Conflict(`The account of ${nameOf(next.user)} has been deactivated.`);
    await em.nativeUpdate(Membership, { user, team }, { role: TeamRole.member });
    await em.nativeUpdate(Membership, { id: next.id }, { role: TeamRole.owner });
    await queuePoll(em, team.id);
    await addEmail(em, next.user.email, nowOwner(ctx));
    await addEmail(em, user.email, handedOver(ctx, nameOf(next.user)));
    await record(em, ctx, {
      action: 'team.hand_over',
      subject: team.name,
      subjectId: team.id,
      before: { owner: user.email },
      after: { owner: next.user.email },
    });
    // Also record it for each of the two, so that it appears in their own history.
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
  for (const { id } of [user, heir]) publishSessionsMoved(ctx.app.pubsub, await credentialIdsOf(ctx.em, id));
  return teamMembers(ctx);
}

/**
 * The person's oldest team, or a new one if none is left, because an account without a team could neither
 * sign in nor be deleted by its owner. Runs within the caller's transaction.
 */
export async function ensureTeam(em: EntityManager, user: User): Promise<Team> {
  // Concurrent removals and sign-ins of the person wait here.
  await em.findOneOrFail(User, { id: user.id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const membership = await em.findOne(
    Membership,
    { user },
    { orderBy: { createdAt: 'asc', id: 'asc' }, populate: ['team'] },
  );
  if (membership) return membership.team;
  const trialEndsAt = endOfTrial(Date.now());
  const { team } = newTeam(em, user, { name: nameOf(user), trialEndsAt, activeUntil: trialEndsAt });
  await em.flush();
  return team;
}

interface MemberOf {
  userId: string;
  teamId: string;
}

/** IDs of all sessions and API tokens of a person, to notify their sockets. */
export async function credentialIdsOf(em: EntityManager, userId: string): Promise<string[]> {
  const where = { user: userId };
  const options = { fields: ['id'], disableIdentityMap: true } as const;
  const passes = [await em.find(Session, where, options), await em.find(ApiToken, where, options)];
  return passes.flat().map(({ id }) => id);
}

/** Deletes a person's API tokens of a team. @returns their IDs, to notify after the commit */
export async function deleteApiTokens(em: EntityManager, { userId, teamId }: MemberOf): Promise<string[]> {
  const tokens = await em.find(ApiToken, { user: userId, team: teamId }, { fields: ['id'] });
  const ids = tokens.map(({ id }) => id);
  await em.nativeDelete(ApiToken, { id: { $in: ids } });
  return ids;
}

/** Switches a person's sessions from one team to another. @returns their IDs, to notify after the commit */
export async function moveSessions(
  em: EntityManager,
  { userId, teamId }: MemberOf,
  toTeamId: string,
): Promise<string[]> {
  const sessions = await em.find(Session, { user: userId, team: teamId }, { fields: ['id'] });
  const ids = sessions.map(({ id }) => id);
  await em.nativeUpdate(Session, { id: { $in: ids } }, { team: toTeamId });
  return ids;
}
