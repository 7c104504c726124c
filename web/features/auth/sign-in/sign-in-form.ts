import * as yup from 'yup';
import { detailOf } from '#web/lib/server-errors.ts';
import type { Toast } from '#web/ui/toaster.tsx';

const SIX_DIGITS = 'Please enter a 6-digit verification code';

/** The code of the app, as documented: required, six characters. */
export const codeRules = yup.object({
  mfaToken: yup.string().required(SIX_DIGITS).length(6, SIX_DIGITS),
});

/** Blanks, dashes and capitals are the server's to read as it likes. */
export const recoveryCodeRules = yup.object({
  mfaToken: yup.string().trim().required('Please enter one of your recovery codes'),
});

const documented: Record<string, string> = {
  wrong_credentials:
    'The email or password you entered is incorrect. Please check your credentials and try again.',
  unverified: 'Please check your email and click the verification link before logging in.',
  deactivated: 'Your account has been deactivated. Please contact support for assistance.',
};

/** The documented sentence for a refused sign-in; undefined where the server's own is shown. */
export const signInSentence = (error: unknown): string | undefined =>
  documented[String(detailOf(error, 'reason'))];

/** Whether the sign-in failed because the address is not verified. */
export const isUnverified = (error: unknown): boolean => detailOf(error, 'reason') === 'unverified';

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
