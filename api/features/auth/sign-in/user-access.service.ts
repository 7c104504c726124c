import { requireFreshProof } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { NotFound, Refused } from '#api/lib/errors.ts';
import { endSessions, publishSessionsEnded } from '#api/live/sessions.ts';
import { isId } from '#api/db/id.ts';
import { record } from '#api/features/audit/audit.service.ts';
import { addEmail } from '#api/features/email/outbox.store.ts';
import { policyOf } from '#api/features/security/security.service.ts';
import { UserRole, User } from '#api/features/users/user.entity.ts';
import {
  countRecoveryCodes,
  resetCodeAttempts,
  secondFactorLimit,
  lockUser,
  recordTwoFactor,
  disableTwoFactorOf,
} from '../two-factor/second-factor.store.ts';
import { accountLimit, clearLockout, laterOf, lockedAccounts } from './password-attempts.store.ts';
import { sessionsOf } from '../session/sessions.service.ts';
import { twoFactorReset } from '../emails.ts';
import type { Lockout, UserAccess } from '../auth-results.ts';

/** How a user signs in. @throws NotFound */
export async function userAccess(ctx: ViewerContext, id: string): Promise<UserAccess> {
  const { em, viewer } = ctx;
  const user = await personOf(ctx, id);
  const { failedAttempts, lockedUntil } = await lockoutOf(ctx, user);
  return {
    sessions: await sessionsOf(em, user.id, viewer.credentialId),
    failedAttempts,
    lockedUntil,
    lastSignInAt: user.lastSignInAt ?? null,
    twoFactorEnabled: user.twoFactorEnabled,
    recoveryCodesLeft: await countRecoveryCodes(em, user),
    emailVerified: Boolean(user.emailVerifiedAt),
  };
}

/** Accounts that are locked now. Addresses without an account can be locked too, but aren't listed. */
export async function lockouts({ app, em }: ViewerContext): Promise<Lockout[]> {
  const locked = await lockedAccounts(em, app);
  const users = await em.find(User, { email: { $in: [...locked.keys()] } });
  return users
    .map((user) => ({ user, lockedUntil: locked.get(user.email)! }))
    .sort((a, b) => b.lockedUntil.getTime() - a.lockedUntil.getTime());
}

/** Ends all sessions of a user. @returns how many ended. @throws NotFound or Refused */
export async function endUserSessions(ctx: ViewerContext, id: string): Promise<number> {
  if (!isId(id)) throw new NotFound('User');
  const ended = await ctx.em.transactional(async (em) => {
    // A concurrent sign-in also locks the person, so its session either exists and ends, or starts later.
    const user = await lockUser(em, id);
    mayChange(ctx, user);
    const ids = await endSessions(em, { userId: user.id });
    const auditEntry = { action: 'user.sessions_end', subject: user.email, subjectId: user.id };
    await record(em, ctx, { ...auditEntry, before: { sessions: ids.length }, after: { sessions: 0 } });
    return ids;
  });
  publishSessionsEnded(ctx.app.pubsub, ended);
  return ended.length;
}

/** Clears a lockout, for passwords and codes. @throws NotFound or Refused */
export async function clearUserLockout(ctx: ViewerContext, id: string): Promise<boolean> {
  const { app, em } = ctx;
  const user = await changeable(ctx, id);
  const { failedAttempts, lockedUntil } = await lockoutOf(ctx, user);
  const before = { failedAttempts, lockedUntil: lockedUntil?.toISOString() ?? null };
  const after = { failedAttempts: 0, lockedUntil: null };
  const auditEntry = { action: 'user.lockout_clear', subject: user.email, subjectId: user.id };
  await em.transactional((em) => record(em, ctx, { ...auditEntry, before, after }));
  await clearLockout(app, user.email);
  return true;
}

/** For someone who lost both the app and the recovery codes. @throws NotFound, Refused or Conflict */
export async function resetTwoFactor(ctx: ViewerContext, id: string): Promise<boolean> {
  requireFreshProof(ctx);
  if (!isId(id)) throw new NotFound('User');
  const ended = await ctx.em.transactional(async (em) => {
    const user = await lockUser(em, id);
    // Someone with a code doesn't need to reset their own. Without one, it would bypass the second factor.
    if (user.id === ctx.viewer.user.id)
      throw new Refused("You can't reset your own two-factor authentication. Turn it off with a code.");
    mayChange(ctx, user);
    await disableTwoFactorOf(em, user);
    await addEmail(em, user.email, twoFactorReset(ctx));
    const ended = await endSessions(em, { userId: user.id });
    await recordTwoFactor(em, ctx, '2fa.reset', user);
    return ended;
  });
  publishSessionsEnded(ctx.app.pubsub, ended);
  await resetCodeAttempts(ctx.app, await policyOf(ctx.em), id);
  return true;
}

/** Failed passwords and codes together, and when the later lockout ends. */
async function lockoutOf({ app, em }: ViewerContext, user: User) {
  const policy = await policyOf(em);
  const [passwords, codes] = await Promise.all([
    app.attempts.status(accountLimit(policy), user.email),
    app.attempts.status(secondFactorLimit(policy), user.id),
  ]);
  return {
    failedAttempts: passwords.used + codes.used,
    lockedUntil: laterOf(passwords.blockedUntil, codes.blockedUntil),
  };
}

async function personOf({ em }: ViewerContext, id: string): Promise<User> {
  const user = isId(id) ? await em.findOne(User, { id }) : null;
  if (!user) throw new NotFound('User');
  return user;
}

async function changeable(ctx: ViewerContext, id: string): Promise<User> {
  const user = await personOf(ctx, id);
  mayChange(ctx, user);
  return user;
}

/** Administrators can't change super administrators (DECISIONS section 2). @throws Refused */
function mayChange({ viewer }: ViewerContext, user: User): void {
  if (user.role === UserRole.super_admin && viewer.user.role !== UserRole.super_admin)
    throw new Refused('Only a super administrator can change a super administrator.');
}
