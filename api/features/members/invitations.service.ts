import type { EntityManager } from '@mikro-orm/postgresql';
import { requireFreshProof } from '#api/graphql/access.ts';
import type { Limit } from '#api/security/attempts/attempts.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Conflict, Invalid, NotFound } from '#api/lib/errors.ts';
import { hashToken, newToken } from '#api/security/token.ts';
import { record } from '../audit/audit.service.ts';
import { normalEmail, nameOf } from '../users/user.entity.ts';
import { mayEmail } from '../auth/registration/email-links.store.ts';
import { linkTo } from '../auth/registration/email-link.entity.ts';
import { addEmail } from '../email/outbox.store.ts';
import { Invitation } from '../teams/invitation.entity.ts';
import { lockTeamFor, findOwn } from '../teams/lock-team.store.ts';
import { Membership, TeamRole } from '../teams/membership.entity.ts';
import type { InvitationInput } from './members.input.ts';
import { invitationTo } from './emails.ts';

/** Days until an invitation expires. */
const lifetimeDays = 7;

/** Maximum pending invitations of a team. */
const mostPending = 50;

/** Limits invitations per team and hour, and per address and day, because they are emails to strangers. */
const perTeam: Limit = {
  name: 'invite',
  attempts: 30,
  seconds: 3600,
  message: 'Your team has sent too many invitations. Try again in an hour.',
};
const perAddress: Limit = {
  name: 'invite-to',
  attempts: 5,
  seconds: 86_400,
  message: 'Your team has sent too many invitations to this address. Try again tomorrow.',
};

/** Newest first, including expired ones until they are resent or revoked. */
export function teamInvitations({ em, viewer }: ViewerContext): Promise<Invitation[]> {
  return em.find(Invitation, { team: viewer.team }, { orderBy: { createdAt: 'desc', id: 'desc' } });
}

/**
 * Emails an invitation, replacing an earlier one. @throws Refused without recent confirmation, Invalid for a
 * member and for the role of owner, Conflict if too many are pending, TooMany
 */
export async function inviteMember(
  ctx: ViewerContext,
  { email: given, role }: InvitationInput,
): Promise<Invitation> {
  // An invitation grants a role, and would outlive a stolen session.
  requireFreshProof(ctx);
  const email = normalEmail(given);
  if (role === TeamRole.owner) {
    throw new Invalid({
      role: 'A team has only one owner. Invite them as a member, then transfer ownership.',
    });
  }
  const mails = await countMail(ctx, email);
  return ctx.em.transactional(async (em) => {
    await lockTeamFor(em, ctx, 'own');
    const { team } = ctx.viewer;
    if (await em.findOne(Membership, { team, user: { email } }))
      throw new Invalid({ email: `${email} is already a member` });
    const known = await em.findOne(Invitation, { team, email });
    if (!known && (await em.count(Invitation, { team })) >= mostPending) {
      throw new Conflict(
        `A team can have ${mostPending} pending invitations. Revoke one before you send another.`,
      );
    }
    const invitation = known ?? Object.assign(new Invitation(), { team, email });
    invitation.role = role;
    return send(em, ctx, { invitation, mails, action: 'team.invite' });
  });
}

/** Emails a new link and invalidates the previous one. @throws NotFound, TooMany */
export async function resendInvitation(ctx: ViewerContext, id: string): Promise<Invitation> {
  const { email } = await findOwn(ctx, Invitation, id, 'Invitation');
  const mails = await countMail(ctx, email);
  return ctx.em.transactional(async (em) => {
    await lockTeamFor(em, ctx, 'own');
    const invitation = await ownInvitation({ ...ctx, em }, id);
    return send(em, ctx, { invitation, mails, action: 'team.invite_again' });
  });
}

/** Revokes an invitation. @throws NotFound */
export async function revokeInvitation(ctx: ViewerContext, id: string): Promise<string> {
  await ctx.em.transactional(async (em) => {
    await lockTeamFor(em, ctx, 'own');
    const invitation = await ownInvitation({ ...ctx, em }, id);
    const { email, role } = invitation;
    await em.remove(invitation).flush();
    await record(em, ctx, {
      action: 'team.uninvite',
      subject: email,
      before: { role, team: ctx.viewer.team.name },
    });
  });
  return id;
}

/**
 * Counts the invitation before creating it, so that concurrent ones can't exceed the limit. Returns false if
 * all teams together have emailed the address enough, which isn't this team's business. @throws TooMany
 */
async function countMail(ctx: ViewerContext, email: string): Promise<boolean> {
  const { app, viewer } = ctx;
  await app.attempts.take(perTeam, viewer.team.id);
  await app.attempts.take(perAddress, `${viewer.team.id} ${email}`);
  return mayEmail(ctx, 'invite', email);
}

/** Reread under the lock, because it may have been accepted. */
async function ownInvitation(ctx: ViewerContext, id: string): Promise<Invitation> {
  const invitation = await findOwn(ctx, Invitation, id, 'Invitation');
  return ctx.em.refreshOrFail(invitation, { failHandler: () => new NotFound('Invitation') });
}

/** A new token with a new expiry. It is only ever shown in the email. */
async function send(
  em: EntityManager,
  ctx: ViewerContext,
  { invitation, mails, action }: { invitation: Invitation; mails: boolean; action: string },
): Promise<Invitation> {
  const { user, team } = ctx.viewer;
  const token = newToken();
  em.assign(invitation, {
    tokenHash: hashToken(token),
    invitedBy: user.id,
    expiresAt: new Date(Date.now() + lifetimeDays * 86_400_000),
  });
  await em.persist(invitation).flush();
  const { email, role } = invitation;
  const url = linkTo(ctx.app.config, '/accept-invitation', token);
  if (mails) await addEmail(em, email, invitationTo({ team: team.name, by: nameOf(user), role, url }));
  await record(em, ctx, { action, subject: email, after: { role, team: team.name } });
  return invitation;
}
