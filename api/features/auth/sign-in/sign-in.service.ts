import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { admins } from '#api/graphql/access.ts';
import type { Context } from '#api/graphql/context.ts';
import { Refused, Unauthenticated } from '#api/lib/errors.ts';
import { publishSessionsEnded } from '#api/live/sessions.ts';
import { hashToken, newToken } from '#api/security/token.ts';
import { addEmail } from '#api/features/email/outbox.store.ts';
import { Membership, TeamRole } from '#api/features/teams/membership.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { User, normalEmail } from '#api/features/users/user.entity.ts';
import { deviceName } from '../session/sessions.service.ts';
import { LinkPurpose } from '../registration/email-link.entity.ts';
import { redeemLink } from '../registration/email-links.store.ts';
import { hashPassword, hasCurrentParameters } from './password-hash.service.ts';
import { checkSecondFactor } from '../two-factor/second-factor.store.ts';
import { Session } from '../session/session.entity.ts';
import { beginAttempt, logRefusedSignIn, logSignIn, type Who } from './password-attempts.store.ts';
import { newDevice } from '../emails.ts';
import type { SignInInput } from '../auth.input.ts';
import type { SignInResult } from '../auth-results.ts';
import { viewerOf } from '../session/viewer.store.ts';

/** Maximum session length in hours, however active: 30 days, and half a day for administrators (AUTH.md, 4). */
const longestSession = 30 * 24;
const longestAdminSession = 12;

/**
 * Starts a session, or asks for the second factor first. @throws Unauthenticated or Refused with the
 * documented messages, TooMany, or an unlock link's error
 */
export async function signIn(ctx: Context, input: SignInInput): Promise<SignInResult> {
  const who: Who = { email: normalEmail(input.email) };
  return logRefusedSignIn(ctx, who, () => attemptSignIn(ctx, input, who));
}

async function attemptSignIn(ctx: Context, input: SignInInput, who: Who): Promise<SignInResult> {
  // Administrators' scripts on the public site could otherwise try passwords from visitors' browsers.
  if (ctx.request.isForSite) throw new Refused(`Sign in at ${ctx.app.config.publicUrl}.`);
  const attempt = await beginAttempt(ctx, who.email, input.unlockToken);
  const user = await ctx.em.findOne(User, { email: who.email });
  who.userId = user?.id;
  if (!(await attempt.fits(user?.passwordHash, input.password)) || !user) throw wrongCredentials();
  checkMaySignIn(user);
  if (user.twoFactorEnabled) {
    if (!input.mfaToken) {
      logSignIn(ctx, 'Asked for a code', who);
      return { requiresMFA: true, userId: user.id };
    }
    if (!(await checkSecondFactor(ctx, user, input.mfaToken, attempt.link)))
      throw new Unauthenticated('Invalid verification code');
  }
  const token = await beginSession(ctx, user, input);
  await attempt.succeed();
  logSignIn(ctx, 'Signed in', who);
  // The person is signed in, so the response may contain their data.
  ctx.viewer = await viewerOf(ctx.em, token, ctx.request.ip);
  return { user, token, requiresMFA: false, userId: user.id };
}

const wrongCredentials = () => new Unauthenticated('Invalid email or password', 'wrong_credentials');

/** @throws Refused with the documented messages */
function checkMaySignIn(user: User): void {
  if (!user.emailVerifiedAt) throw new Refused('Please verify your email before logging in', 'unverified');
  if (user.suspended) throw new Refused('Your account has been deactivated', 'deactivated');
}

/**
 * Checks the person again under their row's lock. Someone who was suspended, or changed their password or
 * second factor during the check, doesn't get in. @returns the session's token
 */
async function beginSession(
  ctx: Context,
  user: User,
  { password, unlockToken }: SignInInput,
): Promise<string> {
  const { passwordHash, twoFactorEnabled } = user;
  const token = newToken();
  const rehashed = hasCurrentParameters(passwordHash)
    ? passwordHash
    : await hashPassword(password, ctx.request);
  const replaced = ctx.viewer?.session?.id;
  await ctx.em.transactional(async (em) => {
    // The account was deleted in the meantime.
    if (!(await em.refresh(user, { lockMode: LockMode.PESSIMISTIC_WRITE }))) throw wrongCredentials();
    checkMaySignIn(user);
    if (user.passwordHash !== passwordHash || user.twoFactorEnabled !== twoFactorEnabled)
      throw wrongCredentials();
    if (unlockToken) await redeemLink(em, LinkPurpose.unlock, unlockToken);
    const now = new Date();
    await emailAboutNewDevice(em, ctx, user, now);
    Object.assign(user, { passwordHash: rehashed, lastSignInAt: now });
    user.timeZone ??= ctx.request.timeZone ?? null;
    em.persist(await newSession(em, ctx, user, token, now));
    // A new sign-in ends the session that the request was made with (ASVS 7.2.4).
    if (replaced) await em.nativeDelete(Session, { id: replaced });
  });
  if (replaced) publishSessionsEnded(ctx.app.pubsub, [replaced]);
  await adoptTimeZone(ctx, user);
  return token;
}

/**
 * A new team takes its time zone from its owner's browser. In a separate transaction, because teams are
 * locked before people.
 */
async function adoptTimeZone({ em, request: { timeZone } }: Context, user: User): Promise<void> {
  if (!timeZone) return;
  const owned = await em.find(Membership, { user, role: TeamRole.owner, team: { timeZone: null } });
  for (const { team } of owned) await em.nativeUpdate(Team, { id: team.id, timeZone: null }, { timeZone });
}

/** `ensureTeam` normally gives everyone a team. */
const noTeam = () => new Refused("You aren't a member of any team. Ask a team's owner to invite you.");

async function newSession(
  em: EntityManager,
  { request }: Context,
  user: User,
  token: string,
  now: Date,
): Promise<Session> {
  const { team } = await em.findOneOrFail(
    Membership,
    { user },
    // The team they used last, or else the one they joined first.
    { orderBy: { turnedToAt: 'desc nulls last', createdAt: 'asc' }, populate: ['team'], failHandler: noTeam },
  );
  const hours = admins.includes(user.role) ? longestAdminSession : longestSession;
  return Object.assign(new Session(), {
    tokenHash: hashToken(token),
    user,
    team,
    userAgent: request.userAgent?.slice(0, 400),
    ipAddress: request.ip,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + hours * 3_600_000),
  });
}

/** Emails the owner about a new kind of browser, except the very first. */
async function emailAboutNewDevice(em: EntityManager, ctx: Context, user: User, now: Date): Promise<void> {
  const device = deviceName(ctx.request.userAgent);
  const isNew = await rememberDevice(em, user, device);
  if (isNew && user.lastSignInAt) await addEmail(em, user.email, newDevice(ctx, user, device, now));
}

/**
 * Records a device within the caller's transaction. @returns whether it was new, true only once under
 * concurrency
 */
async function rememberDevice(em: EntityManager, user: User, name: string): Promise<boolean> {
  const added = await queryRows(
    em,
    { id: tables.known_device.id },
    'insert into known_device (user_id, name) values (?, ?) on conflict do nothing returning id',
    [user.id, name],
  );
  return added.length > 0;
}
