import type { CustomerContext } from '#api/context.ts';
import { NotFound, Refused } from '#api/errors.ts';
import { endSessions, ringSessions } from '#api/events/sessions.ts';
import { isId } from '#api/id.ts';
import { record } from '../audit/audit.service.ts';
import { policyOf } from '../security/security.service.ts';
import { UserRole } from '../users/user-role.ts';
import { User } from '../users/user.entity.ts';
import { codesLeft } from './recovery-codes.ts';
import { accountLimit, clearLockout, lockedAccounts } from './sign-in-limits.ts';
import { sessionsOf } from './sessions.service.ts';
import type { Lockout, UserAccess } from './user-access.ts';

/** How a person signs in. @throws NotFound */
export async function userAccess(ctx: CustomerContext, id: string): Promise<UserAccess> {
  const { app, em, viewer } = ctx;
  const user = await personOf(ctx, id);
  const { used, blockedUntil } = await app.attempts.standing(accountLimit(await policyOf(em)), user.email);
  return {
    sessions: await sessionsOf(em, user.id, viewer.passId),
    failedAttempts: used,
    lockedUntil: blockedUntil,
    lastSignInAt: user.lastSignInAt ?? null,
    twoFactorEnabled: user.twoFactorEnabled,
    recoveryCodesLeft: await codesLeft(em, user),
    emailVerified: Boolean(user.emailVerifiedAt),
  };
}

/** The accounts that are locked now. Addresses without an account can be locked too, and are nobody's. */
export async function lockouts({ app, em }: CustomerContext): Promise<Lockout[]> {
  const locked = await lockedAccounts(em, app);
  const users = await em.find(User, { email: { $in: [...locked.keys()] } });
  return users
    .map((user) => ({ user, lockedUntil: locked.get(user.email)! }))
    .sort((a, b) => b.lockedUntil.getTime() - a.lockedUntil.getTime());
}

/** @returns how many ended. @throws NotFound or Refused */
export async function endUserSessions(ctx: CustomerContext, id: string): Promise<number> {
  const user = await changeable(ctx, id);
  const ended = await ctx.em.transactional(async (em) => {
    const ids = await endSessions(em, { userId: user.id });
    const deed = { action: 'user.sessions_end', subject: user.email, subjectId: user.id };
    await record(em, ctx, { ...deed, before: { sessions: ids.length }, after: { sessions: 0 } });
    return ids;
  });
  ringSessions(ctx.app.bell, ended);
  return ended.length;
}

/** @throws NotFound or Refused */
export async function clearUserLockout(ctx: CustomerContext, id: string): Promise<boolean> {
  const { app, em } = ctx;
  const user = await changeable(ctx, id);
  const { used, blockedUntil } = await app.attempts.standing(accountLimit(await policyOf(em)), user.email);
  const before = { failedAttempts: used, lockedUntil: blockedUntil?.toISOString() ?? null };
  const after = { failedAttempts: 0, lockedUntil: null };
  const deed = { action: 'user.lockout_clear', subject: user.email, subjectId: user.id };
  await em.transactional((em) => record(em, ctx, { ...deed, before, after }));
  await clearLockout(app, user.email);
  return true;
}

async function personOf({ em }: CustomerContext, id: string): Promise<User> {
  const user = isId(id) ? await em.findOne(User, { id }) : null;
  if (!user) throw new NotFound('User');
  return user;
}

/** An administrator has no say over a super administrator (DECISIONS section 2). */
async function changeable(ctx: CustomerContext, id: string): Promise<User> {
  const user = await personOf(ctx, id);
  if (user.role === UserRole.super_admin && ctx.viewer.user.role !== UserRole.super_admin) {
    throw new Refused('Only a super administrator may change a super administrator.');
  }
  return user;
}
