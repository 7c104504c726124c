import type { App } from '#api/config/app.ts';
import type { Context } from '#api/graphql/context.ts';
import type { Limit } from '#api/security/attempts/attempts.ts';
import { Conflict } from '#api/lib/errors.ts';
import { type Sealed, UnreadableSecret, vault } from '#api/security/secrets.ts';
import { addMail } from '../email/outbox.ts';
import { policyOf } from '../security/security.service.ts';
import type { SecuritySettings } from '../security/security-settings.entity.ts';
import { User } from '../users/user.entity.ts';
import { tellOwner } from './lockout.ts';
import type { MailedLink } from './mailed-link.entity.ts';
import { codesLeft, takeCode } from './recovery-codes.ts';
import { sixDigits, stepOfCode } from './totp.ts';
import { recoveryCodeUsed } from './two-factor-letters.ts';

type Policy = Pick<SecuritySettings, 'maxLoginAttempts' | 'lockoutDuration'>;

/** One counter for codes and recovery codes, whose subject is the user's id. */
export const secondFactorLimit = ({ maxLoginAttempts, lockoutDuration }: Policy): Limit => ({
  name: 'second-factor',
  attempts: maxLoginAttempts,
  seconds: lockoutDuration * 60,
  sliding: true,
  says: 'Too many wrong verification codes. Try again later, or use the link that was mailed to you.',
});

/** The same for who holds an unlock link: others cannot use these attempts up, and a new link brings no new ones. */
const linkLimit = (policy: Policy): Limit => ({ ...secondFactorLimit(policy), name: 'second-factor-link' });

/** Lets a person try again, with a link and without. */
export async function forgetWrongCodes({ attempts }: App, policy: Policy, userId: string): Promise<void> {
  await attempts.clear(secondFactorLimit(policy), userId);
  await attempts.clear(linkLimit(policy), userId);
}

/**
 * Whether a code of the app, or a recovery code, is right. It is used up by that, also when what it was for fails: call
 * it outside a transaction. Always false where two factors are off. The last wrong one that is allowed locks the
 * account and tells its owner, whose mailed `link` has attempts of its own. @throws TooMany
 */
export async function checkSecondFactor(
  ctx: Context,
  user: User,
  given: string,
  link: MailedLink | null = null,
): Promise<boolean> {
  const { attempts } = ctx.app;
  const policy = await policyOf(ctx.em);
  const digits = sixDigits(given);
  // Before an attempt is counted: no code can be right, and no one should be locked out for trying.
  const secret =
    digits && user.twoFactorEnabled && user.twoFactorSecret
      ? secretOf(user, user.twoFactorSecret)
      : undefined;
  const left = await attempts.take(link ? linkLimit(policy) : secondFactorLimit(policy), user.id);
  const fits = digits ? await takeStep(ctx, user, secret, digits) : await takeRecoveryCode(ctx, user, given);
  if (fits) await forgetWrongCodes(ctx.app, policy, user.id);
  else if (!link && left === 0) await tellOwner(ctx, user.email, 'code');
  return fits;
}

/** Of two who bring the same code at the same moment, one changes the row. */
async function takeStep(
  { em }: Context,
  user: User,
  secret: string | undefined,
  digits: string,
): Promise<boolean> {
  if (!secret) return false;
  const step = await stepOfCode(secret, digits, user.lastTotpStep);
  if (step === undefined) return false;
  const unused = { $or: [{ lastTotpStep: null }, { lastTotpStep: { $lt: step } }] };
  const taken = await em.nativeUpdate(
    User,
    { id: user.id, twoFactorEnabled: true, ...unused },
    { lastTotpStep: step },
  );
  return taken > 0;
}

/** @throws Conflict if the secret can't be decrypted: the way out is a recovery code, a password reset or an administrator. */
function secretOf({ id }: User, secret: Sealed): string {
  try {
    return vault.unseal(secret, 'user.two_factor_secret', id);
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    throw new Conflict(
      "We can't check your authenticator codes because the stored secret can't be decrypted. Enter a recovery code, or ask an administrator to reset two-factor authentication for your account.",
    );
  }
}

async function takeRecoveryCode(ctx: Context, user: User, given: string): Promise<boolean> {
  return ctx.em.transactional(async (em) => {
    if (!(await takeCode(em, user, given))) return false;
    const left = await codesLeft(em, user);
    await addMail(em, user.email, recoveryCodeUsed(ctx, left));
    return true;
  });
}
