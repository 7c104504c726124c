import * as yup from 'yup';
import { detailOf } from '#web/lib/server-errors.ts';
import type { Toast } from '#web/ui/toaster.tsx';

const SIX_DIGITS = 'Please enter a 6-digit verification code';

/** The authenticator code, as documented: required, six characters. */
export const codeRules = yup.object({
  mfaToken: yup.string().required(SIX_DIGITS).length(6, SIX_DIGITS),
});

/** The server normalizes blanks, dashes and capitals. */
export const recoveryCodeRules = yup.object({
  mfaToken: yup.string().trim().required('Please enter one of your recovery codes'),
});

const documented: Record<string, string> = {
  wrong_credentials:
    'The email or password you entered is incorrect. Please check your credentials and try again.',
  unverified: 'Please check your email and click the verification link before logging in.',
  deactivated: 'Your account has been deactivated. Please contact support for assistance.',
};

/** The documented message for a failed sign-in. `undefined` to show the server's own. */
export const signInSentence = (error: unknown): string | undefined =>
  documented[String(detailOf(error, 'reason'))];

/** Whether sign-in failed because the address isn't verified. */
export const isUnverified = (error: unknown): boolean => detailOf(error, 'reason') === 'unverified';

/** `undefined` while a code is required. */
export const signInSuccess = (user: unknown): Toast | undefined =>
  user
    ? { title: 'Success', description: 'Login successful', type: 'success', isTransient: true }
    : undefined;

/** Signing in again is harmless, so there is nothing to check. */
export const signInCheck = 'The server didn’t respond. Your entries are still here, so try again.';

export const signInFailure = {
  title: 'Login Failed',
  fallback: 'Login failed',
  check: signInCheck,
  say: signInSentence,
};
