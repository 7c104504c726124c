import type { Toast } from '#web/ui/toaster.tsx';
import { signInSentence } from './sign-in-form.ts';

/** Nothing yet while a code is demanded first. */
export const signInSuccess = (user: unknown): Toast | undefined =>
  user ? { title: 'Success', description: 'Login successful', type: 'success' } : undefined;

/** Signing in again does no harm, so nothing needs to be checked. */
export const signInCheck = 'The server didn’t answer. What you typed is still here, so try again.';

export const signInFailure = {
  title: 'Login Failed',
  fallback: 'Login failed',
  check: signInCheck,
  say: signInSentence,
};
