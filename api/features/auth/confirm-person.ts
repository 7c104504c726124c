import type { CustomerContext } from '#api/context.ts';
import { Invalid } from '#api/errors.ts';
import { beginAttempt } from './sign-in-attempt.ts';
import { checkSecondFactor } from './second-factor.ts';

/** What somebody gives who is asked again whether it is really them. */
export interface Proof {
  password: string;
  /** The 6-digit code or a recovery code; needed when two factors are on. */
  mfaToken?: string | null;
}

/**
 * Asks a signed-in person again before something that cannot be undone. A wrong password counts as one at the sign-in:
 * whoever found the screen unlocked cannot guess on here. A code is used up by it: call it outside a transaction.
 * `field` is the form's name for the password.
 * @throws Invalid or TooMany
 */
export async function confirmPerson(
  ctx: CustomerContext,
  { password, mfaToken }: Proof,
  field = 'password',
): Promise<void> {
  const { user } = ctx.viewer;
  if (user.twoFactorEnabled && !mfaToken)
    throw new Invalid({ mfaToken: 'Please enter a 6-digit verification code' });
  const attempt = await beginAttempt(ctx, user.email);
  if (!(await attempt.fits(user.passwordHash, password)))
    throw new Invalid({ [field]: 'The password is not right' });
  if (user.twoFactorEnabled && !(await checkSecondFactor(ctx, user, mfaToken ?? '')))
    throw new Invalid({ mfaToken: 'Invalid verification code' });
}
