import { isSignedOut } from './server-errors.ts';
import { forgetRefusedToken } from './token.ts';

/** Ends the session here if the server refused a change because it has ended. The guard then leads to the sign-in. */
export function endSessionIfSignedOut(error: unknown): void {
  if (isSignedOut(error)) forgetRefusedToken();
}

/** Passes on a change's result, and ends the session here if it was refused because it has ended. */
export async function withSessionCheck<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    endSessionIfSignedOut(error);
    throw error;
  }
}
