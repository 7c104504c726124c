import type { CustomerContext } from '#api/context.ts';
import { Invalid } from '#api/errors.ts';
import { passwordFits } from './password.ts';

/** What somebody gives who is asked again whether it is really them. */
export interface Proof {
  password: string;
  /** The 6-digit code or a recovery code; needed when two factors are on. */
  mfaToken?: string | null;
}

/** Asks a signed-in person again before something that cannot be undone. @throws Invalid or TooMany */
export async function confirmPerson({ viewer }: CustomerContext, { password }: Proof): Promise<void> {
  if (!(await passwordFits(viewer.user.passwordHash, password))) {
    throw new Invalid({ password: 'The password is not right' });
  }
}
