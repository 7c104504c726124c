import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '#api/graphql/context.ts';
import { Invalid } from '#api/lib/errors.ts';
import { endSessions, ringSessions } from '#api/live/sessions.ts';
import { addJob } from '#api/jobs/queue.ts';
import type { Answer } from '#api/graphql/schema/answer.ts';
import { record } from '../audit/audit.service.ts';
import { addMail } from '../email/outbox.ts';
import { passwordProblem, policyText, leastLength } from '../security/password-policy.ts';
import type { PasswordPolicy } from '../security/password-policy-info.ts';
import { policyOf } from '../security/security.service.ts';
import { ApiToken } from '../tokens/api-token.entity.ts';
import type { User } from '../users/user.entity.ts';
import { normalEmail } from '../users/normal-email.ts';
import { passwordResetLetter } from './joining-letters.ts';
import { countCall, mayMail } from './joining-limits.ts';
import { KnownDevice } from './known-device.entity.ts';
import { LinkState } from './link-info.ts';
import type { EmailInput, ResetPasswordInput } from './link.input.ts';
import { LinkPurpose } from './mailed-link.entity.ts';
import { readLink, takeLink, unusable, voidLinks } from './mailed-links.ts';
import { hashPassword } from './password.ts';
import { RecoveryCode } from './recovery-code.entity.ts';
import { forgetWrongPasswords } from './sign-in-limits.ts';

/** What a new password needs, for the person who is about to choose one. */
export async function passwordPolicy({ em }: Context): Promise<PasswordPolicy> {
  const policy = await policyOf(em);
  const { passwordRequireSpecial: requireSpecial } = policy;
  return { minLength: leastLength(policy), requireSpecial, text: policyText(policy) };
}

/** Asks for a link. Looks nobody up: a job does. @throws TooMany */
export async function requestPasswordReset(ctx: Context, input: EmailInput): Promise<Answer> {
  await countCall(ctx, 'mailRequests');
  const email = normalEmail(input.email);
  if (await mayMail(ctx, 'reset', email)) await addJob(ctx.em, 'mail-password-reset', { email });
  return { message: 'If this address has an account, a link to choose a new password is on its way.' };
}

/**
 * Sets a new password and ends whatever the old one had opened. A second factor stays, and nobody is signed in.
 * @throws Invalid, a product error that carries the link's state, or TooMany
 */
export async function resetPassword(
  ctx: Context,
  { token, password, revokeApiTokens }: ResetPasswordInput,
): Promise<Answer> {
  await countCall(ctx, 'links');
  const { state, link } = await readLink(ctx.em, LinkPurpose.reset_password, token);
  if (state !== LinkState.valid || !link) throw unusable(state);
  const { email, firstName, lastName, companyName } = link.user;
  const known = [email, firstName, lastName, companyName];
  const problem = passwordProblem(password, await policyOf(ctx.em), known);
  if (problem) throw new Invalid({ password: problem });

  // Hashed before anything is locked: it is slow on purpose.
  const passwordHash = await hashPassword(password, ctx.request);
  const ended = await ctx.em.fork().transactional(async (em) => {
    const { user } = await takeLink(em, LinkPurpose.reset_password, token);
    const squatted = user.emailVerifiedAt ? [] : await takeOver(em, user);
    Object.assign(user, { passwordHash, emailVerifiedAt: user.emailVerifiedAt ?? new Date() });
    await em.flush();
    await voidLinks(em, user);
    const tokens = revokeApiTokens === false ? [] : await endApiTokens(em, user);
    const kept = await em.count(ApiToken, { user });
    const left = kept ? 'kept' : tokens.length ? 'revoked' : 'none';
    await addMail(em, user.email, passwordResetLetter(ctx.app.config, left));
    const sessions = await endSessions(em, { userId: user.id });
    const viewer = null; // Whoever holds the link need not be whoever is signed in here.
    const { id: subjectId, email: subject } = user;
    const deed = {
      actor: subject,
      action: 'user.reset_password',
      subject,
      subjectId,
      after: { revokedApiTokens: tokens.length },
    };
    await record(em, { viewer, request: ctx.request }, deed);
    return [...squatted, ...tokens, ...sessions];
  });
  ringSessions(ctx.app.bell, ended);
  await forgetWrongPasswords(ctx.app, email);
  return { message: 'Your password has been changed. You can sign in now.' };
}

/**
 * The mail proves who the owner of an unverified account is; who made it, nobody knows. So nothing that could let that
 * one in stays. @returns ids of the API tokens that ended
 */
async function takeOver(em: EntityManager, user: User): Promise<string[]> {
  const tokens = await endApiTokens(em, user);
  await em.nativeDelete(RecoveryCode, { user });
  await em.nativeDelete(KnownDevice, { user });
  Object.assign(user, {
    twoFactorEnabled: false,
    twoFactorSecret: null,
    pendingTwoFactorSecret: null,
    lastTotpStep: null,
  });
  return tokens;
}

/** @returns ids of the API tokens that ended */
async function endApiTokens(em: EntityManager, user: User): Promise<string[]> {
  const tokens = await em.find(ApiToken, { user }, { fields: ['id'] });
  await em.nativeDelete(ApiToken, { user });
  return tokens.map(({ id }) => id);
}
