import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context, ViewerContext } from '#api/graphql/context.ts';
import { Invalid } from '#api/lib/errors.ts';
import { endSessions, publishSessionsEnded } from '#api/live/sessions.ts';
import { addJob } from '#api/jobs/queue.ts';
import type { Answer } from '#api/graphql/schema/answer.ts';
import { record } from '#api/features/audit/audit.service.ts';
import { addEmail } from '#api/features/email/outbox.store.ts';
import {
  passwordProblem,
  policyText,
  requiredPasswordLength,
  type PasswordPolicy,
} from '#api/features/security/password-policy.ts';
import { policyOf } from '#api/features/security/security.service.ts';
import { ApiToken } from '#api/features/tokens/api-token.entity.ts';
import { type User, normalEmail } from '#api/features/users/user.entity.ts';
import { passwordReset, passwordChanged } from '../emails.ts';
import {
  countRequest,
  mayEmail,
  readLink,
  redeemLink,
  linkError,
  revokeLinks,
} from '../registration/email-links.store.ts';
import { KnownDevice } from './known-device.entity.ts';
import { LinkState, LinkPurpose } from '../registration/email-link.entity.ts';
import type { EmailInput, ResetPasswordInput, ChangePasswordInput } from '../auth.input.ts';
import { hashPassword } from './password-hash.service.ts';
import { RecoveryCode } from '../two-factor/recovery-code.entity.ts';
import { resetPasswordAttempts } from './password-attempts.store.ts';
import { reauthenticate, lockReauthenticated } from './reauthenticate.store.ts';

/** Password requirements for someone about to choose one. */
export async function passwordPolicy({ em }: Context): Promise<PasswordPolicy> {
  const policy = await policyOf(em);
  const { passwordRequireSpecial: requireSpecial } = policy;
  return { minLength: requiredPasswordLength(policy), requireSpecial, text: policyText(policy) };
}

/** Requests a reset link. A job does the lookup. @throws TooMany */
export async function requestPasswordReset(ctx: Context, input: EmailInput): Promise<Answer> {
  await countRequest(ctx, 'mailRequests');
  const email = normalEmail(input.email);
  if (await mayEmail(ctx, 'reset', email)) await addJob(ctx.em, 'mail-password-reset', { email });
  return { message: 'If this address has an account, a link to choose a new password is on its way.' };
}

/**
 * Sets a new password and ends all access gained with the old one. Two-factor authentication stays on, and no
 * one is signed in. @throws Invalid, a product error with the link's state, or TooMany
 */
export async function resetPassword(
  ctx: Context,
  { token, password, revokeApiTokens }: ResetPasswordInput,
): Promise<Answer> {
  await countRequest(ctx, 'links');
  const { state, link } = await readLink(ctx.em, LinkPurpose.reset_password, token);
  if (state !== LinkState.valid || !link) throw linkError(state);
  const { email, firstName, lastName, companyName } = link.user;
  const known = [email, firstName, lastName, companyName];
  const problem = passwordProblem(password, await policyOf(ctx.em), known);
  if (problem) throw new Invalid({ password: problem });

  // Hash before locking anything, because hashing is slow by design.
  const passwordHash = await hashPassword(password, ctx.request);
  const ended = await ctx.em.fork().transactional(async (em) => {
    const { user } = await redeemLink(em, LinkPurpose.reset_password, token);
    const squatted = user.emailVerifiedAt ? [] : await clearFormerAccess(em, user);
    Object.assign(user, { passwordHash, emailVerifiedAt: user.emailVerifiedAt ?? new Date() });
    await em.flush();
    await revokeLinks(em, user);
    const tokens = revokeApiTokens === false ? [] : await revokeApiTokensOf(em, user);
    const kept = await em.count(ApiToken, { user });
    const left = kept ? 'kept' : tokens.length ? 'revoked' : 'none';
    await addEmail(em, user.email, passwordReset(ctx.app.config, left));
    const sessions = await endSessions(em, { userId: user.id });
    const viewer = null; // The link's holder may differ from the person signed in here.
    const { id: subjectId, email: subject } = user;
    const auditEntry = {
      actor: subject,
      action: 'user.reset_password',
      subject,
      subjectId,
      after: { revokedApiTokens: tokens.length },
    };
    await record(em, { viewer, request: ctx.request }, auditEntry);
    return [...squatted, ...tokens, ...sessions];
  });
  publishSessionsEnded(ctx.app.pubsub, ended);
  await resetPasswordAttempts(ctx.app, email);
  return { message: 'Your password has been changed. You can sign in now.' };
}

/**
 * The email proves who owns an unverified account, but not who created it, so everything that could let its
 * creator in is removed. @returns IDs of the revoked API tokens
 */
async function clearFormerAccess(em: EntityManager, user: User): Promise<string[]> {
  const tokens = await revokeApiTokensOf(em, user);
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

/** @returns IDs of the revoked API tokens */
async function revokeApiTokensOf(em: EntityManager, user: User): Promise<string[]> {
  const tokens = await em.find(ApiToken, { user }, { fields: ['id'] });
  await em.nativeDelete(ApiToken, { user });
  return tokens.map(({ id }) => id);
}

/** Sets a new password, and ends other sessions and emailed links. @throws Invalid or TooMany */
export async function changePassword(ctx: ViewerContext, input: ChangePasswordInput): Promise<Answer> {
  const { app, em, viewer } = ctx;
  const { user } = viewer;
  const { password, confirmPassword } = input;
  if (password !== confirmPassword) throw new Invalid({ confirmPassword: 'Passwords do not match' });
  const known = [user.email, user.firstName, user.lastName, user.companyName];
  const problem = passwordProblem(password, await policyOf(em), known);
  if (problem) throw new Invalid({ password: problem });
  const proof = { password: input.currentPassword, mfaToken: input.mfaToken };
  const confirmed = await reauthenticate(ctx, proof, 'currentPassword');

  const passwordHash = await hashPassword(password, ctx.request);
  const ended = await em.transactional(async (em) => {
    // Of two concurrent changes, the second no longer has the current password.
    const user = await lockReauthenticated(em, ctx, confirmed);
    user.passwordHash = passwordHash;
    await em.flush();
    await revokeLinks(em, user);
    await addEmail(em, user.email, passwordChanged(ctx, user, new Date()));
    const ended = await endSessions(em, { userId: user.id, exceptId: viewer.credentialId });
    await record(em, ctx, { action: 'user.password_change', subject: user.email, subjectId: user.id });
    return ended;
  });
  publishSessionsEnded(app.pubsub, ended);
  return { message: 'Password changed. Your other sessions have ended.' };
}
