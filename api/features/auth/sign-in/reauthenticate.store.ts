import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Invalid, Refused, Unauthenticated } from '#api/lib/errors.ts';
import { User } from '#api/features/users/user.entity.ts';
import { checkSecondFactor } from '../two-factor/second-factor.store.ts';
import { Session } from '../session/session.entity.ts';
import { beginAttempt, logRefusedReauthentication } from './password-attempts.store.ts';

/** Credentials for confirming one's identity. */
export interface Credentials {
  password: string;
  /** A 6-digit code or recovery code, required if two-factor authentication is on. */
  mfaToken?: string | null;
}

/** The confirmed credentials, which `lockReauthenticated` compares again once the row is locked. */
export interface Reauthenticated {
  passwordHash: string;
  /** Name of the password field in the form. */
  field: string;
}

const notRight = 'The password is incorrect';

/** Minutes after sign-in in which no password is needed (AUTH.md, 3). */
const freshFor = 15;

/**
 * Confirms a signed-in person's identity before something irreversible. A wrong password counts like one at
 * sign-in, so an unlocked screen can't be used for guessing. A code is used up, so call it outside a
 * transaction, and `lockReauthenticated` within the action's. @throws Invalid or TooMany
 */
export function reauthenticate(
  ctx: ViewerContext,
  { password, mfaToken }: Credentials,
  field = 'password',
): Promise<Reauthenticated> {
  const { user } = ctx.viewer;
  return logRefusedReauthentication(ctx, async () => {
    if (user.twoFactorEnabled && !mfaToken)
      throw new Invalid({ mfaToken: 'Please enter a 6-digit verification code' });
    const confirmed = await checkPassword(ctx, password, field);
    if (user.twoFactorEnabled && !(await checkSecondFactor(ctx, user, mfaToken ?? '')))
      throw new Invalid({ mfaToken: 'Invalid verification code' });
    return confirmed;
  });
}

/** Requires the password, unless the person signed in recently. @throws Invalid or TooMany */
export async function reauthenticateUnlessRecent(
  ctx: ViewerContext,
  password: string | null | undefined,
): Promise<Reauthenticated> {
  if (password) return checkPassword(ctx, password, 'password');
  const begun = ctx.viewer.session?.createdAt.getTime() ?? 0;
  if (Date.now() - begun > freshFor * 60_000)
    throw new Invalid({ password: 'Enter your password to change two-factor authentication' });
  return { passwordHash: ctx.viewer.user.passwordHash, field: 'password' };
}

/**
 * Records on the session that its person has confirmed who they are, with a code if two-factor authentication
 * is on, or else with the password. @throws Invalid or TooMany
 */
export async function confirmIdentity(
  ctx: ViewerContext,
  { password, mfaToken }: { password?: string | null; mfaToken?: string | null },
): Promise<boolean> {
  const { user, session } = ctx.viewer;
  if (!session) throw new Refused("API tokens can't do that.");
  await logRefusedReauthentication(ctx, async () => {
    if (!user.twoFactorEnabled) {
      if (!password) throw new Invalid({ password: 'Password is required' });
      return void (await checkPassword(ctx, password, 'password'));
    }
    if (!mfaToken) throw new Invalid({ mfaToken: 'Please enter a 6-digit verification code' });
    if (!(await checkSecondFactor(ctx, user, mfaToken)))
      throw new Invalid({ mfaToken: 'Invalid verification code' });
  });
  const confirmedAt = new Date();
  await ctx.em.nativeUpdate(Session, { id: session.id }, { confirmedAt });
  session.confirmedAt = confirmedAt;
  return true;
}

async function checkPassword(ctx: ViewerContext, password: string, field: string): Promise<Reauthenticated> {
  const { email, passwordHash } = ctx.viewer.user;
  const attempt = await beginAttempt(ctx, email);
  if (!(await attempt.fits(passwordHash, password))) throw new Invalid({ [field]: notRight });
  return { passwordHash, field };
}

/**
 * Locks the person's row until the action's transaction ends, and rejects people who were suspended, signed
 * out or changed their password since they confirmed. @throws Unauthenticated, Refused or Invalid
 */
export async function lockReauthenticated(
  em: EntityManager,
  { viewer }: ViewerContext,
  { passwordHash, field }: Reauthenticated,
): Promise<User> {
  const user = await em.findOne(
    User,
    { id: viewer.user.id },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  if (!user) throw new Unauthenticated();
  if (user.suspended) throw new Refused('Your account has been deactivated', 'deactivated');
  if ((await em.count(Session, { id: viewer.credentialId })) === 0) throw new Unauthenticated();
  if (user.passwordHash !== passwordHash) throw new Invalid({ [field]: notRight });
  return user;
}
