import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '#api/graphql/context.ts';
import { Conflict, Refused, Invalid, type FieldErrors } from '#api/lib/errors.ts';
import type { Answer } from '#api/graphql/schema/answer.ts';
import { hashToken } from '#api/security/token.ts';
import { record } from '../audit/audit.service.ts';
import { countRequest, lockAddress, linkError, revokeLinks } from '../auth/registration/email-links.store.ts';
import { LinkState } from '../auth/registration/email-link.entity.ts';
import { Invitation } from '../teams/invitation.entity.ts';
import { lockTeam } from '../teams/lock-team.store.ts';
import { Membership } from '../teams/membership.entity.ts';
import { nameOf, User } from '../users/user.entity.ts';
import type { AcceptInvitationInput } from './members.input.ts';
import type { InvitationInfo } from './team-member.ts';
import { hashPassword } from '../auth/sign-in/password-hash.service.ts';
import { passwordProblem } from '../security/password-policy.ts';
import { policyOf } from '../security/security.service.ts';

/** Current status of an invitation link, without using it. @throws TooMany */
export async function invitation(ctx: Context, token: string): Promise<InvitationInfo> {
  await countRequest(ctx, 'links');
  const { em } = ctx;
  const { state, found } = await read(em, token);
  if (!found) return { state, hasAccount: false };
  const { email, role, team, invitedBy } = found;
  return {
    state,
    email,
    role,
    teamId: team.id,
    teamName: team.name,
    invitedBy: invitedBy && nameOf(invitedBy),
    hasAccount: isSettled(await em.findOne(User, { email })),
  };
}

/**
 * Joins the team of an invitation. The token proves access to the invited mailbox. @throws a 400 whose `link`
 * extension has the state of an invalid token, Invalid for missing fields of a new account, Refused for a
 * suspended account, TooMany
 */
export async function acceptInvitation(ctx: Context, input: AcceptInvitationInput): Promise<Answer> {
  await countRequest(ctx, 'links');
  const { state, found } = await read(ctx.em, input.token);
  if (!found || state !== LinkState.valid) throw linkError(state);
  const known = await ctx.em.findOne(User, { email: found.email });
  const person = isSettled(known) ? null : await newPerson(ctx, input, found);
  await ctx.em.transactional((em) => join({ ...ctx, em }, found, person));
  return { message: `You've joined the team ${found.team.name}.` };
}

async function join(ctx: Context, found: Invitation, person: NewPerson | null): Promise<void> {
  const { em, viewer } = ctx;
  const { id, email, role, team, tokenHash } = found;
  await lockTeam(em, team.id);
  await lockAddress(em, email);
  // Deleting it uses it, only once even under concurrency.
  if ((await em.nativeDelete(Invitation, { id, tokenHash })) === 0) throw linkError(LinkState.wrong);
  const user = await settle(em, email, person);
  if (user.suspended) throw new Refused('Your account has been deactivated');
  if (await em.findOne(Membership, { team, user })) return;
  await em.persist(Object.assign(new Membership(), { team, user, role })).flush();
  const self = viewer?.user.email === email ? viewer : null;
  await record(
    em,
    { ...ctx, viewer: self },
    {
      actor: email,
      action: 'team.join',
      subject: email,
      subjectId: user.id,
      after: { role, team: team.name },
    },
  );
}

/**
 * The account of the address. A stranger may have registered an unverified one, so the owner of the mailbox sets
 * new credentials.
 */
async function settle(em: EntityManager, email: string, person: NewPerson | null): Promise<User> {
  const known = await em.findOne(User, { email }, { refresh: true, lockMode: LockMode.PESSIMISTIC_WRITE });
  if (known && (isSettled(known) || known.suspended)) return known;
  if (!person) throw new Conflict('The account for this address has changed. Open the link again.');
  if (known) await revokeLinks(em, known);
  const companyName = known?.companyName ?? person.companyName;
  const user = Object.assign(known ?? new User(), {
    ...person,
    companyName,
    email,
    emailVerifiedAt: new Date(),
  });
  await em.persist(user).flush();
  return user;
}

/** The address has been verified. */
function isSettled(user: User | null): boolean {
  return Boolean(user?.emailVerifiedAt);
}

async function read(
  em: EntityManager,
  token: string,
): Promise<{ state: LinkState; found: Invitation | null }> {
  const found = await em.findOne(
    Invitation,
    { tokenHash: hashToken(token) },
    { populate: ['team', 'invitedBy'] },
  );
  if (!found) return { state: LinkState.wrong, found };
  const isOver = found.expiresAt.getTime() <= Date.now();
  return { state: isOver ? LinkState.expired : LinkState.valid, found };
}

/** Details of someone who accepts an invitation without an account. */
type NewPerson = Pick<User, 'firstName' | 'lastName' | 'companyName' | 'passwordHash' | 'agreedToTermsAt'>;

/** @throws Invalid with a message for each invalid field */
async function newPerson(
  { em, request }: Context,
  input: AcceptInvitationInput,
  { email, team }: Invitation,
): Promise<NewPerson> {
  const firstName = input.firstName?.trim() ?? '';
  const lastName = input.lastName?.trim() ?? '';
  const { password, confirmPassword } = input;
  const wrong: FieldErrors = {};
  if (!firstName) wrong['firstName'] = 'First name is required';
  if (!lastName) wrong['lastName'] = 'Last name is required';
  if (!password) wrong['password'] = 'Password is required';
  else {
    const known = [email, firstName, lastName, team.name];
    const problem = passwordProblem(password, await policyOf(em), known);
    if (problem) wrong['password'] = problem;
    else if (confirmPassword !== password) wrong['confirmPassword'] = 'Passwords do not match';
  }
  if (!password || Object.keys(wrong).length > 0) throw new Invalid(wrong);
  const passwordHash = await hashPassword(password, request);
  return { firstName, lastName, companyName: team.name, passwordHash, agreedToTermsAt: new Date() };
}
