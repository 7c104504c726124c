import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context, CustomerContext, Viewer } from '#api/context.ts';
import { Refused, Unauthenticated } from '#api/errors.ts';
import { Membership } from '../teams/membership.entity.ts';
import { User } from '../users/user.entity.ts';
import { passwordFits } from './password.ts';
import { Session } from './session.entity.ts';
import type { SignInInput } from './sign-in.input.ts';
import type { SignInResult } from './sign-in-result.ts';
import { hashToken, newToken } from './token.ts';

/** A session ends after this many days, however busy it is. */
const longestSessionDays = 30;

/** How stale "last seen" may be, in seconds: not every request needs a write. */
const lastSeenEvery = 60;

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
  const session = ctx.em.create(Session, {
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
  ctx.viewer = { user, team: membership.team, teamRole: membership.role, session };
  return { user, token, requiresMFA: false, userId: user.id };
}

/** Ends the session on every node, its sockets included. */
export async function signOut(ctx: CustomerContext): Promise<boolean> {
  const { id } = ctx.viewer.session;
  await ctx.em.nativeDelete(Session, { id });
  ctx.app.bell.ring({ topic: 'session', sessionId: id });
  return true;
}

/** Who a token stands for; null for an unknown or expired one and for people who may not sign in. */
export async function viewerOf(em: EntityManager, token: string | null | undefined): Promise<Viewer | null> {
  if (!token || token.length > 200) return null;
  const session = await em.findOne(
    Session,
    { tokenHash: hashToken(token) },
    { populate: ['user.package', 'team'] },
  );
  return session && viewerIn(em, session);
}

async function viewerIn(em: EntityManager, session: Session): Promise<Viewer | null> {
  const { user, team } = session;
  if (session.expiresAt.getTime() <= Date.now() || user.suspended || !user.emailVerifiedAt) return null;
  const membership = await em.findOne(Membership, { user, team });
  if (!membership) return null;
  if (Date.now() - session.lastSeenAt.getTime() > lastSeenEvery * 1000) {
    await em.nativeUpdate(Session, { id: session.id }, { lastSeenAt: new Date() });
  }
  return { user, team, teamRole: membership.role, session };
}

/** One spelling per address. */
export function normalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
