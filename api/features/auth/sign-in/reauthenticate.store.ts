import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { CustomerContext } from '#api/graphql/context.ts';
import { Invalid, Refused, Unauthenticated } from '#api/lib/errors.ts';
import { User } from '#api/features/users/user.entity.ts';
import { checkSecondFactor } from '../two-factor/second-factor.store.ts';
import { Session } from '../session/session.entity.ts';
import { beginAttempt, logRefusedReauthentication } from './password-attempts.store.ts';

/** What somebody gives who is asked again whether it is really them. */
export interface Credentials {
  password: string;
  /** The 6-digit code or a recovery code; needed when two factors are on. */
  mfaToken?: string | null;
}

/** What was proved: the deed holds it against what is there when its turn comes (`lockConfirmed`). */
export interface Reauthenticated {
  passwordHash: string;
  /** The form's name for the password. */
  field: string;
}

const notRight = 'The password is not right';

/** Minutes since the sign-in for which nobody is asked for the password again (AUTH.md, 3). */
const freshFor = 15;

/**
 * Asks a signed-in person again before something that cannot be undone. A wrong password counts as one at the sign-in:
 * whoever found the screen unlocked cannot guess on here. A code is used up by it: call it outside a transaction, and
 * `lockConfirmed` inside the deed's.
 * @throws Invalid or TooMany
 */
export function reauthenticate(
  ctx: CustomerContext,
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

/** The password of who signed in a while ago; whoever just did may leave it out. @throws Invalid or TooMany */
export async function reauthenticateUnlessRecent(
  ctx: CustomerContext,
  password: string | null | undefined,
): Promise<Reauthenticated> {
  if (password) return checkPassword(ctx, password, 'password');
  const begun = ctx.viewer.session?.createdAt.getTime() ?? 0;
  if (Date.now() - begun > freshFor * 60_000)
    throw new Invalid({ password: 'Enter your password to change two-factor authentication' });
  return { passwordHash: ctx.viewer.user.passwordHash, field: 'password' };
}

/**
 * Notes on the session that its person has just proved who they are: with a code where two factors are on, otherwise
 * with the password. @throws Invalid or TooMany
 */
export async function confirmIdentity(
  ctx: CustomerContext,
  { password, mfaToken }: { password?: string | null; mfaToken?: string | null },
): Promise<boolean> {
  const { user, session } = ctx.viewer;
  if (!session) throw new Refused('This API token may not do that.');
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

async function checkPassword(
  ctx: CustomerContext,
  password: string,
  field: string,
): Promise<Reauthenticated> {
  const { email, passwordHash } = ctx.viewer.user;
  const attempt = await beginAttempt(ctx, email);
  if (!(await attempt.fits(passwordHash, password))) throw new Invalid({ [field]: notRight });
  return { passwordHash, field };
}

/**
 * The person's row as it is now, and nobody else's until the deed's transaction ends: who was suspended or signed out,
 * or has another password since the proof, does not get through with what was right before.
 * @throws Unauthenticated, Refused or Invalid
 */
export async function lockReauthenticated(
  em: EntityManager,
  { viewer }: CustomerContext,
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
