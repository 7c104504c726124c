import type { Context, CustomerContext } from '#api/context.ts';
import { Refused, Unauthenticated } from '#api/errors.ts';
import { ringSessions } from '#api/events/sessions.ts';
import { hashToken, newToken } from '#api/token.ts';
import { Membership } from '../teams/membership.entity.ts';
import { User } from '../users/user.entity.ts';
import { passwordFits } from './password.ts';
import { Session } from './session.entity.ts';
import type { SignInInput } from './sign-in.input.ts';
import type { SignInResult } from './sign-in-result.ts';
import { viewerOf } from './viewer.ts';

/** A session ends after this many days, however busy it is. */
const longestSessionDays = 30;

/** Begins a session. @throws Unauthenticated or Refused with the documented sentences. */
export async function signIn(ctx: Context, input: SignInInput): Promise<SignInResult> {
  const user = await ctx.em.findOne(User, { email: normalEmail(input.email) });
  if (!(await passwordFits(user?.passwordHash, input.password)) || !user) {
    throw new Unauthenticated('Invalid email or password');
  }
  if (!user.emailVerifiedAt) throw new Refused('Please verify your email before logging in');
  if (user.suspended) throw new Refused('Your account has been deactivated');
  const membership = await ctx.em.findOneOrFail(
    Membership,
    { user },
    { orderBy: { createdAt: 'asc' }, populate: ['team'] },
  );
  const token = newToken();
  ctx.em.create(Session, {
    tokenHash: hashToken(token),
    user,
    team: membership.team,
    userAgent: ctx.request.userAgent?.slice(0, 400),
    ipAddress: ctx.request.ip,
    createdAt: new Date(),
    lastSeenAt: new Date(),
    expiresAt: new Date(Date.now() + longestSessionDays * 86_400_000),
  });
  await ctx.em.flush();
  // What the answer shows of the person is already theirs to see.
  ctx.viewer = await viewerOf(ctx.em, token, ctx.request.ip);
  return { user, token, requiresMFA: false, userId: user.id };
}

/** Ends the session on every node, its sockets included. */
export async function signOut(ctx: CustomerContext): Promise<boolean> {
  const { passId } = ctx.viewer;
  await ctx.em.nativeDelete(Session, { id: passId });
  ringSessions(ctx.app.bell, [passId]);
  return true;
}

/** One spelling per address. */
export function normalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
