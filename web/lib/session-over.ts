import { isSignedOut } from './server-errors.ts';
import { forgetRefusedToken } from './token.ts';

/** A change that was refused because nobody is signed in any more: the guard says so and leads to the sign-in. */
export function endSessionIfOver(error: unknown): void {
  if (isSignedOut(error)) forgetRefusedToken();
}

/** What a change answers; a session that is over ends here too. */
export async function ending<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    endSessionIfOver(error);
    throw error;
  }
}
